/**
 * Mouse, wheel and fingers on a map, as views of it. Movements are gathered and told of once a
 * frame of the screen.
 */
import type { Frame } from "../state/state.js";
import { boxed, type Pair, panned, same, zoomed } from "./view.js";

/** Shortest drag that means "show me this part", CSS pixels. */
const DRAG_MIN = 8;

/** How long a finger rests to pin, ms. Ours: as long as a long press elsewhere. */
const PRESS = 500;

/** Quiet after which the wheel begins another movement, ms. Ours. */
const PAUSE = 400;

/** What of a turn of the wheel is one step of zoom. Ours: a notch of 100 is a fifth closer. */
const WHEEL = 0.0022;

/** A drag under way, in fractions of the picture. */
export interface Drag {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

/** What gestures need of a map. */
export interface Surroundings {
  /** The view now, and the closest there is. */
  frame(): Frame;
  least(): Pair;
  /** A part is to be shown; `step` goes on with the movement before. */
  view(frame: Frame, step: boolean): void;
  /** The pointer is over a point; `undefined`: nowhere. */
  point(at: Pair | undefined): void;
  /** A rectangle is being drawn; `undefined`: no more. */
  draw(drag: Drag | undefined): void;
  /** A point is to be pinned. */
  pin(at: Pair): void;
  /** Whether drags draw load, with one finger too. */
  adding(): boolean;
  /** Load was drawn over a rectangle; `wide` and `high` where it was drawn that way at all. */
  add(drag: Drag, wide: boolean, high: boolean): void;
}

/** A finger or a mouse, and where it was when the movement began. */
interface Pointer {
  readonly start: Pair;
  now: Pair;
}

/** Reads the gestures on one element. */
export class Gestures {
  #pointers = new Map<number, Pointer>();
  #drag: Drag | undefined;
  /** Where a drag began on the screen: the map may move under it. */
  #from: Pair = { x: 0, y: 0 };
  /** The view when fingers or a hand took hold of it. */
  #held: { readonly frame: Frame; readonly points: readonly Pair[] } | undefined;
  #target: Frame | undefined;
  #step = false;
  #wheeled = Number.NEGATIVE_INFINITY;
  #press: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly element: () => Element | null,
    readonly around: Surroundings,
  ) {}

  /** A mouse button or a finger goes down. */
  readonly down = (event: PointerEvent): void => {
    const at = this.#at(event);
    this.#pointers.set(event.pointerId, { start: at, now: at });
    clearTimeout(this.#press);
    const adding = this.around.adding();
    if (event.pointerType === "touch" && !(adding && this.#pointers.size === 1)) {
      // A second finger takes hold of the view: nothing is drawn.
      this.#draw(undefined);
      this.#hold();
      this.around.point(at);
      if (this.#pointers.size === 1) {
        this.#press = setTimeout(() => this.around.pin(at), PRESS);
      }
      return;
    }
    this.element()?.setPointerCapture(event.pointerId);
    if (event.button === 1 || event.shiftKey) {
      // The middle button would scroll the page.
      event.preventDefault();
      this.#hold();
    } else if (event.button === 0) {
      this.#from = { x: event.clientX, y: event.clientY };
      this.#draw({ ...at, toX: at.x, toY: at.y });
    }
  };

  /** It moves, or a mouse without a button does. */
  readonly move = (event: PointerEvent): void => {
    const at = this.#at(event);
    const pointer = this.#pointers.get(event.pointerId);
    if (pointer) pointer.now = at;
    if (pointer && this.#far(pointer)) clearTimeout(this.#press);
    if (this.#held && (event.pointerType !== "touch" || this.#pointers.size > 1)) {
      this.#grabbed();
      return;
    }
    if (this.#drag) {
      const inside = (value: number) => Math.min(1, Math.max(0, value));
      this.#draw({ ...this.#drag, toX: inside(at.x), toY: inside(at.y) });
    }
    this.around.point(at);
  };

  /** It goes up, or the browser takes it for itself. */
  readonly up = (event: PointerEvent): void => {
    clearTimeout(this.#press);
    this.#pointers.delete(event.pointerId);
    const drag = this.#drag;
    this.#draw(undefined);
    if (this.#pointers.size > 0) this.#hold();
    else this.#held = undefined;
    if (event.type === "pointerup" && drag) this.#boxed(drag, event);
  };

  /** The mouse is elsewhere; where a finger was stays looked at. */
  readonly leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch" && !this.#drag && !this.#held) this.around.point(undefined);
  };

  /** Wheel: both axes; with Ctrl time alone, with Alt keys alone. */
  readonly wheel = (event: WheelEvent): void => {
    const at = this.#at(event);
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    // Shift turns the wheel sideways: that way one pans along time.
    const { deltaX, deltaY } = event;
    const frame = this.#target ?? this.around.frame();
    const by = Math.exp(WHEEL * pixels * deltaY);
    const next =
      deltaY === 0
        ? panned(frame, { x: (deltaX * pixels) / Math.max(1, this.#size().width), y: 0 })
        : zoomed(
            frame,
            at,
            { x: event.altKey ? 1 : by, y: event.ctrlKey ? 1 : by },
            this.around.least(),
          );
    // Farther than everything: the page scrolls, as it would elsewhere.
    if (same(frame, next) && !event.ctrlKey) return;
    event.preventDefault();
    this.#step = event.timeStamp - this.#wheeled < PAUSE;
    this.#wheeled = event.timeStamp;
    this.#go(next);
    this.around.point(at);
  };

  /** Two fingers are ours; one may scroll the page. */
  readonly touch = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };

  /** Takes hold of the view where the pointers are. */
  #hold(): void {
    this.#step = false;
    const points = [...this.#pointers.values()].map(({ now }) => now);
    this.#held = { frame: this.#target ?? this.around.frame(), points };
  }

  /** Follows the pointers: one carries the view along, two stretch it too. */
  #grabbed(): void {
    const held = this.#held;
    const [a, b] = [...this.#pointers.values()].map(({ now }) => now);
    const [a0, b0] = held?.points ?? [];
    if (!held || !a || !a0) return;
    if (!b || !b0) {
      this.#go(panned(held.frame, { x: a0.x - a.x, y: a0.y - a.y }));
      return;
    }
    const { width, height } = this.#size();
    const [dx0, dy0] = [Math.abs(b0.x - a0.x) * width, Math.abs(b0.y - a0.y) * height];
    const [dx, dy] = [Math.abs(b.x - a.x) * width, Math.abs(b.y - a.y) * height];
    const both = Math.hypot(dx0, dy0) / Math.max(1, Math.hypot(dx, dy));
    // Fingers beside each other stretch time, fingers above each other stretch keys.
    const by = { x: dy0 > 2 * dx0 ? 1 : both, y: dx0 > 2 * dy0 ? 1 : both };
    const middle = { x: (a0.x + b0.x) / 2, y: (a0.y + b0.y) / 2 };
    const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const closer = zoomed(held.frame, middle, by, this.around.least());
    this.#go(panned(closer, { x: middle.x - now.x, y: middle.y - now.y }));
  }

  #boxed(drag: Drag, { clientX, clientY }: PointerEvent): void {
    const { width, height } = this.#size();
    // Both on the screen and on the map: either may stand still while the other moves.
    const far = (map: number, screen: number) =>
      Math.min(Math.abs(map), Math.abs(screen)) > DRAG_MIN;
    const wide = far((drag.toX - drag.x) * width, clientX - this.#from.x);
    const high = far((drag.toY - drag.y) * height, clientY - this.#from.y);
    if (this.around.adding()) {
      this.around.add(drag, wide, high);
      return;
    }
    if (!wide && !high) return;
    const to = { x: wide ? drag.toX : drag.x, y: high ? drag.toY : drag.y };
    this.around.view(boxed(this.around.frame(), drag, to, this.around.least()), false);
  }

  #draw(drag: Drag | undefined): void {
    if (!drag && !this.#drag) return;
    this.#drag = drag;
    this.around.draw(drag);
  }

  /** Shows a view with the next frame of the screen, and only the newest. */
  #go(frame: Frame): void {
    const waits = this.#target !== undefined;
    this.#target = frame;
    if (waits) return;
    requestAnimationFrame(() => {
      const target = this.#target;
      this.#target = undefined;
      if (!target || same(target, this.around.frame())) return;
      this.around.view(target, this.#step);
      this.#step = true;
    });
  }

  #far({ start, now }: Pointer): boolean {
    const { width, height } = this.#size();
    return Math.hypot((now.x - start.x) * width, (now.y - start.y) * height) > DRAG_MIN;
  }

  #size(): { width: number; height: number } {
    const element = this.element();
    return { width: element?.clientWidth ?? 1, height: element?.clientHeight ?? 1 };
  }

  #at(event: MouseEvent): Pair {
    const box = this.element()?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: (event.clientX - box.left) / Math.max(1, box.width),
      y: (event.clientY - box.top) / Math.max(1, box.height),
    };
  }
}
