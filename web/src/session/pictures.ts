/**
 * Runs schemas and has the runs painted. The maps will show the same parts of the next runs in the
 * same way, so where the rows are the same their pictures are asked for together with them: the
 * worker paints before it works out what is told of the runs, and the page shows them before it
 * draws the rest. Runs of other texts have other rows: their pictures wait for the names.
 */
import type { PaintAsk, SimulateAsk } from "../../../pkg/hotsplit.js";
import type { Asked } from "../engine/client.js";
import type { Ask, Results, Surface } from "../engine/protocol.js";

/** A picture that is wanted. */
export interface Painting {
  readonly surface: Surface;
  readonly ask: PaintAsk;
}

/** Where a picture is shown. */
export interface Screen {
  readonly canvas: HTMLCanvasElement;
  /** Shows a picture; done when it is on the screen. */
  show(picture: ImageBitmap): Promise<void> | void;
}

/** A picture on a screen. */
interface Shown extends Painting {
  readonly screen: Screen;
  /** Its canvas had the picture before it was asked for. */
  readonly ahead?: HTMLCanvasElement;
}

/** What the rows of runs come from. */
type Rows = Pick<SimulateAsk, (typeof ROWS)[number]>;

/** What they are compared by. The texts may be long, so as they are. */
const ROWS = ["before", "after", "dialect", "rowsBy", "openFolded"] as const;

/** Pictures of one client's runs. */
export class Pictures {
  readonly #engine: Pick<Asked, "ask">;
  /** What was wanted last of the runs that are shown. */
  #wanted = new Map<Surface, Shown>();
  /** What the rows of the last runs came from. */
  #rows: Rows | undefined;

  constructor(engine: Pick<Asked, "ask">) {
    this.#engine = engine;
  }

  /** Paints a picture once. */
  async paint(painting: Painting): Promise<ImageBitmap | undefined> {
    const { surface } = painting;
    const [picture] = await this.#engine.ask("paint", [painting], { kind: surface });
    return picture;
  }

  /**
   * Shows a picture, unless one that was painted ahead is what is wanted. The screen shows those of
   * runs to come, too, until another is wanted there.
   */
  async show({ surface, ask }: Painting, screen: Screen): Promise<void> {
    const last = this.#wanted.get(surface);
    this.#wanted.set(surface, { surface, ask, screen });
    const same = last?.ahead === screen.canvas;
    if (same && JSON.stringify(last?.ask) === JSON.stringify(ask)) return;
    const picture = await this.paint({ surface, ask });
    if (picture) await screen.show(picture);
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
      if (picture) this.#wanted.set(wanted.surface, { ...wanted, ahead: wanted.screen.canvas });
      return picture && wanted.screen.show(picture);
    });
    await Promise.all(shown);
  }
}
