/**
 * Runs schemas and has the runs painted. The maps will show the same parts of the next runs in the
 * same way, so where the rows are the same their pictures are asked for together with them: the
 * worker paints before it works out what is told of the runs, and the page shows them before it
 * draws the rest. Runs of other texts have other rows: their pictures wait for the names.
 */
import type { SimulateAsk } from "../../../pkg/hotsplit.js";
import type { Asked } from "../engine/client.js";
import type { Ask, Results, Surface } from "../engine/protocol.js";
import type { ActionOf } from "../state/actions.js";

/** A picture that is wanted: see `Actions`. */
type Wanted = Omit<ActionOf<"paint">, "do"> & {
  /** The canvas it stood on before it was asked for. */
  readonly ahead?: HTMLCanvasElement | undefined;
};

/** What the rows of runs come from. */
type Rows = Pick<SimulateAsk, (typeof ROWS)[number]>;

/** What they are compared by. The texts may be long, so as they are. */
const ROWS = ["before", "after", "dialect", "rowsBy"] as const;

/** Pictures of one client's runs. */
export class Pictures {
  readonly #engine: Pick<Asked, "ask">;
  /** What was wanted last of the runs that are shown. */
  #wanted = new Map<Surface, Wanted>();
  /** What the rows of the last runs came from. */
  #rows: Rows | undefined;

  constructor(engine: Pick<Asked, "ask">) {
    this.#engine = engine;
  }

  /** Paints a picture, unless one that was painted ahead is what is wanted. */
  async show(wanted: Wanted): Promise<void> {
    const { surface, ask, on, done } = wanted;
    // What stands on no canvas is not looked at when the next runs come.
    if (on) {
      const last = this.#wanted.get(surface);
      this.#wanted.set(surface, wanted);
      if (last?.ahead === on && JSON.stringify(last.ask) === JSON.stringify(ask)) return;
    }
    const [picture] = await this.#engine.ask("paint", [{ surface, ask }], { kind: surface });
    if (picture) done(picture);
  }

  /** Runs both schemas, or runs on; what is told of it comes once its pictures are shown. */
  async run(ask: Ask<"simulate">): Promise<Results> {
    const run = this.#engine.ask("simulate", ask);
    const painted = this.#paint(!ask || ROWS.every((of) => ask[of] === this.#rows?.[of]));
    this.#rows = ask ?? this.#rows;
    await run;
    const results = await this.#engine.ask("results", undefined);
    await painted;
    return results;
  }

  /** Paints what was wanted of the runs that come next; done when that is on the screen. */
  async #paint(alike: boolean): Promise<void> {
    // What was not asked for again is not looked at any more.
    const all = [...this.#wanted.values()].filter(({ ahead }) => !ahead);
    this.#wanted.clear();
    if (!alike || !all[0]) return;
    const asks = all.map(({ surface, ask }) => ({ surface, ask }));
    // One that does not come is asked for like any other.
    const pictures = await this.#engine.ask("paint", asks).catch(() => []);
    const shown = all.map((wanted, at) => {
      const picture = pictures[at];
      if (picture) this.#wanted.set(wanted.surface, { ...wanted, ahead: wanted.on });
      return picture && wanted.done(picture);
    });
    await Promise.all(shown);
  }
}
