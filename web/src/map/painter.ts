/**
 * The canvases of a map: asks the worker for pictures in their size, puts them where they belong,
 * and draws what lies over them.
 *
 * While the worker paints, the picture that is there is stretched to where its cells are in the new
 * view.
 */
import type { MetricEntry, Palette, RunAnswer, Which } from "../../../pkg/hotsplit.js";
import type { Surface } from "../engine/protocol.js";
import type { MapQueries } from "../session/queries.js";
import type { Tone } from "../state/map.js";
import { type Frame, WHOLE } from "../state/state.js";
import { type Drawing, drawOver } from "./overlay.js";
import { transform } from "./view.js";

/** Pixels a canvas may have: the engine's `PAINT_PIXELS_MAX`. */
const PIXELS_MAX = 8192 * 4096;

/** Longest wait for a frame, ms. Ours: a page that nobody sees is given none. */
const FRAME = 50;

/** How long one map turns into another, ms. */
const FADE = 200;

/** Canvases the worker's pictures go to. */
const PAINTED = ["keys", "servers", "small"] as const;

/** What is painted. */
export interface Scene {
  readonly which: Which;
  readonly run: RunAnswer;
  /** What brightness stands for. */
  readonly scale: MetricEntry | undefined;
  readonly palette: Palette;
  readonly log: boolean;
  readonly tone: Tone;
  /** Cells at 100 % and more are hatched. */
  readonly hatch: boolean;
  readonly frame: Frame;
}

/** The map whose canvases they are. */
export interface Host {
  readonly queries: Pick<MapQueries, "show">;
  readonly which: Which;
  readonly renderRoot: ParentNode;
  /** What there is to paint; nothing without a run. */
  scene(): Scene | undefined;
  /** The map has another size, in CSS pixels. */
  resized(wide: number, high: number): void;
}

/** Paints the canvases of one map. */
export class Painter {
  readonly #host: Host;
  #sizes = new Map<Surface, { width: number; height: number }>();
  /** The views of the pictures that are there. */
  #painted = new Map<Surface, Frame>();
  #observed = new WeakSet<Element>();

  /** The next picture of the keys appears over the one that is there. */
  fades = false;

  readonly #observer = new ResizeObserver((entries) => {
    for (const entry of entries) this.#resized(entry);
  });

  constructor(host: Host) {
    this.#host = host;
  }

  /** Follows the sizes of all canvases that are there. */
  observe(): void {
    for (const canvas of this.#host.renderRoot.querySelectorAll("canvas")) {
      if (!isPainted(canvas.id) || this.#observed.has(canvas)) continue;
      this.#observed.add(canvas);
      try {
        this.#observer.observe(canvas, { box: "device-pixel-content-box" });
      } catch {
        // Safari does not tell device pixels; they are worked out from its CSS pixels.
        this.#observer.observe(canvas);
      }
    }
  }

  /** Follows none any more. */
  disconnect(): void {
    this.#observer.disconnect();
    this.#observed = new WeakSet();
  }

  /** Paints everything anew. */
  paint(): void {
    this.#stretch();
    for (const surface of this.#sizes.keys()) this.#paint(surface);
  }

  /** A canvas that the page draws on, in the size of the map. */
  drawn(id: "over" | "difference"): CanvasRenderingContext2D | undefined {
    const canvas = this.canvas(id);
    const size = this.size;
    const context = canvas?.getContext("2d");
    if (!canvas || !context || !size) return undefined;
    if (canvas.width !== size.width) canvas.width = size.width;
    if (canvas.height !== size.height) canvas.height = size.height;
    return context;
  }

  /** Draws what lies over the map. */
  over(drawing: Omit<Drawing, "width" | "height">): void {
    const context = this.drawn("over");
    if (context && this.size) drawOver(context, { ...drawing, ...this.size });
  }

  /** Device pixels of the map. */
  get size(): { readonly width: number; readonly height: number } | undefined {
    return this.#sizes.get(`${this.#host.which} keys`);
  }

  /** A canvas by its name. */
  canvas(id: string): HTMLCanvasElement | undefined {
    const canvas = this.#host.renderRoot.querySelector(`canvas#${id}`);
    return canvas instanceof HTMLCanvasElement ? canvas : undefined;
  }

  #resized(entry: ResizeObserverEntry): void {
    const { target } = entry;
    if (!isPainted(target.id)) return;
    const surface: Surface = `${this.#host.which} ${target.id}`;
    // Canvases that are out of the tree have no size, and nobody looks at them.
    if (!target.isConnected) {
      this.#observer.unobserve(target);
      this.#sizes.delete(surface);
      this.#painted.delete(surface);
      return;
    }
    this.#sizes.set(surface, devicePixels(entry));
    this.#paint(surface);
    const { width, height } = entry.contentRect;
    if (target.id === "keys") this.#host.resized(width, height);
  }

  /** The part of the run that a picture shows. */
  #partOf(surface: Surface, frame: Frame): Frame {
    if (surface.endsWith("small")) return WHOLE;
    return surface.endsWith("servers") ? { ...frame, top: 0, bottom: 1 } : frame;
  }

  #paint(surface: Surface): void {
    const size = this.#sizes.get(surface);
    const scene = this.#host.scene();
    if (!scene || !size || size.width < 1 || size.height < 1) return;
    const { which, palette, log, tone, hatch, scale } = scene;
    const id = surface.slice(which.length + 1);
    const on = this.canvas(id);
    if (!on) return;
    const view = id === "servers" ? id : "keys";
    const part = this.#partOf(surface, scene.frame);
    const brush = { black: tone.dark, white: tone.bright, hatch };
    const metric = scale?.metric ?? "cpu";
    const ask = { which, view, metric, ...size, palette, log, ...brush, ...part } as const;
    const show = (picture: ImageBitmap) => this.#put(surface, on, picture, part);
    void this.#host.queries.show({ surface, ask }, { canvas: on, show });
  }

  /**
   * Puts a picture where it belongs, which takes the place of the stretched one; done when it is on
   * the screen.
   */
  #put(
    surface: Surface,
    canvas: HTMLCanvasElement,
    picture: ImageBitmap,
    part: Frame,
  ): Promise<void> | void {
    const context = canvas.isConnected ? canvas.getContext("bitmaprenderer") : undefined;
    if (!context) {
      picture.close();
      return;
    }
    if (this.fades && canvas.id === "keys") this.#fade(canvas);
    if (canvas.width !== picture.width) canvas.width = picture.width;
    if (canvas.height !== picture.height) canvas.height = picture.height;
    context.transferFromImageBitmap(picture);
    this.#painted.set(surface, part);
    this.#stretch();
    return frame();
  }

  /** Leaves what was there to vanish over what comes. */
  #fade(canvas: HTMLCanvasElement): void {
    this.fades = false;
    if (canvas.width * canvas.height < 1 || isStill()) return;
    const ghost = document.createElement("canvas");
    [ghost.width, ghost.height] = [canvas.width, canvas.height];
    ghost.getContext("2d")?.drawImage(canvas, 0, 0);
    ghost.className = "ghost";
    canvas.after(ghost);
    const fading = ghost.animate({ opacity: [1, 0] }, { duration: FADE, easing: "ease-out" });
    const done = () => ghost.remove();
    fading.finished.then(done, done);
  }

  /** Lays the pictures that are there to where their cells are in the view. */
  #stretch(): void {
    const frame = this.#host.scene()?.frame;
    if (!frame) return;
    for (const id of PAINTED) {
      const surface: Surface = `${this.#host.which} ${id}`;
      const painted = this.#painted.get(surface);
      const canvas = this.canvas(id);
      if (!painted || !canvas) continue;
      canvas.style.setProperty("transform", transform(painted, this.#partOf(surface, frame)));
    }
  }
}

/** Whether motion is not wanted. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Once what was put on the page is on the screen, or would be if anybody saw it. */
async function frame(): Promise<void> {
  await new Promise<unknown>((next) => {
    setTimeout(next, FRAME);
    requestAnimationFrame(next);
  });
  // What comes after a frame's callbacks comes after its painting.
  await new Promise((next) => setTimeout(next));
}

/** Says whether the worker paints a canvas of this name. */
function isPainted(id: string): id is (typeof PAINTED)[number] {
  return PAINTED.some((one) => one === id);
}

/** Device pixels of a canvas, within what the engine paints at most. */
function devicePixels(entry: ResizeObserverEntry): { width: number; height: number } {
  const [box] = entry.devicePixelContentBoxSize ?? [];
  const { width, height } = entry.contentRect;
  const scale = window.devicePixelRatio;
  // A page shown at another scale than its screen's, as in a test, is told the screen's pixels.
  const near = (exact: number | undefined, css: number) =>
    exact !== undefined && Math.abs(exact - css * scale) < 2 ? exact : Math.round(css * scale);
  const exact = {
    width: near(box?.inlineSize, width),
    height: near(box?.blockSize, height),
  };
  const held = Math.min(1, Math.sqrt(PIXELS_MAX / Math.max(1, exact.width * exact.height)));
  return { width: Math.floor(exact.width * held), height: Math.floor(exact.height * held) };
}
