/** What a kind of figure is: a state of a few numbers, runs that it needs, a picture and its words. */
import type { Drawing } from "./drawing.js";
import type { Result, RunOf } from "./runs.js";

/** The values of a figure's controls by name; of a choice, its place in the list. */
export type State = Readonly<Record<string, number>>;

/** A control, which the keyboard and screen readers have as the pointer has the picture. */
export type Control = Slider | Choice;

/** A number within a range. */
export interface Slider {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words. */
  readonly words: (value: number) => string;
}

/** One of a few. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

/** Finds the result of a run; absent while the engine is at it. */
export type Find = (run: RunOf) => Result | undefined;

/** A kind of figure. */
export interface Kind {
  /** What the figure is about. */
  readonly title: string;
  readonly controls: readonly Control[];
  /** What it begins with. */
  readonly first: State;
  /** Height of the picture; its width is `WIDTH`. */
  readonly height: number;
  /** The runs of the engine that a state is drawn from. */
  readonly runs: (state: State) => readonly RunOf[];
  /** Further runs that the build makes, as for the points of a curve. */
  readonly beside?: readonly RunOf[];
  readonly picture: (state: State, find: Find) => readonly Drawing[];
  /** The picture in words. */
  readonly words: (state: State, find: Find) => string;
  /** The state once the pointer is at a share of the width. */
  readonly drag: (state: State, at: number) => State;
}

/** Width of each picture in its own units. */
export const WIDTH = 480;

/** Whether a control is a slider. */
export const isSlider = (control: Control): control is Slider => "min" in control;

/** A value within a slider's range, on one of its steps. */
export function within({ min, max, step }: Slider, value: number): number {
  if (!Number.isFinite(value)) return min;
  return Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step));
}

/** What a figure begins with: what its kind does, but for `nodes: 10; key: 1`. */
export function firstOf({ first, controls }: Kind, said: string): State {
  const set = said.split(/[;\n]/).flatMap((part): [string, number][] => {
    const [name = "", value = ""] = part.split(":").map((one) => one.trim());
    const control = controls.find((one) => one.name === name);
    if (!control || value === "" || !Number.isFinite(Number(value))) return [];
    const most = isSlider(control) ? undefined : control.options.length - 1;
    const at = most === undefined ? Number(value) : Math.min(most, Math.max(0, Number(value)));
    return [[name, isSlider(control) ? within(control, at) : Math.round(at)]];
  });
  return { ...first, ...Object.fromEntries(set) };
}
