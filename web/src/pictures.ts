/**
 * Asks the worker for pictures of the kept runs, and for those of the next runs before they are
 * wanted: the maps will show the same parts of them in the same way, so the worker paints while the
 * page draws all else.
 */
import type { PaintAsk } from "../../pkg/hotsplit.js";
import type { Asked } from "./engine.js";
import type { Surface } from "./protocol.js";

type Picture = Promise<ImageBitmap | undefined>;

/** Pictures of one client's runs. */
export class Pictures {
  readonly #engine: Pick<Asked, "ask">;
  /** What was asked of the runs that are shown. */
  #asked = new Map<Surface, PaintAsk>();
  /** Pictures that nobody has asked for yet. */
  #ahead = new Map<Surface, { readonly ask: PaintAsk; readonly picture: Picture }>();

  constructor(engine: Pick<Asked, "ask">) {
    this.#engine = engine;
  }

  /** Paints a picture, or takes the one that was painted ahead. */
  of(surface: Surface, ask: PaintAsk): Picture {
    this.#asked.set(surface, ask);
    const ahead = this.#ahead.get(surface);
    this.#ahead.delete(surface);
    if (ahead && JSON.stringify(ahead.ask) === JSON.stringify(ask)) return ahead.picture;
    if (ahead) leave(ahead.picture);
    const found = this.#engine.ask("paint", [{ surface, ask }], { kind: surface });
    return found.then(([picture]) => picture);
  }

  /** Asks for all pictures anew: of the runs that are asked for just before. */
  ahead(): void {
    const asks = [...this.#asked].map(([surface, ask]) => ({ surface, ask }));
    for (const { picture } of this.#ahead.values()) leave(picture);
    this.#ahead.clear();
    // What is not asked for again is not looked at any more.
    this.#asked.clear();
    if (asks.length === 0) return;
    const all = this.#engine.ask("paint", asks, { kind: "ahead" });
    asks.forEach(({ surface, ask }, at) => {
      const ahead = { ask, picture: all.then((pictures) => pictures[at]) };
      this.#ahead.set(surface, ahead);
      // One that will not come is asked for like any other.
      ahead.picture.catch(() => {
        if (this.#ahead.get(surface) === ahead) this.#ahead.delete(surface);
      });
    });
  }
}

/** Gives back the memory of a picture that nobody wants. */
function leave(picture: Picture): void {
  picture.then(
    (one) => one?.close(),
    // It was never there.
    () => {},
  );
}
