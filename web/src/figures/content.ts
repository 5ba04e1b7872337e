/** All that is within a figure: picture, controls, words. */
import { type Drawing, draw } from "./drawing.js";
import { type Control, type Find, isSlider, type Kind, type State, WIDTH } from "./kind.js";

/** Where runs are found. */
export interface Runs {
  readonly find: Find;
  /** For the picture alone, which does not jump while a run is under way. */
  readonly nearest: Find;
}

/** Describes a figure in a state; `id` tells it from others of its page. */
export function contentOf(kind: Kind, state: State, runs: Runs, id: string): Drawing[] {
  const { title, height, controls } = kind;
  const svg = {
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    "aria-label": title,
    "aria-describedby": `${id}-words`,
  };
  return [
    draw("svg", svg, kind.picture(state, runs.nearest)),
    draw(
      "div",
      { class: "controls" },
      controls.map((one) => controlOf(one, state, id)),
    ),
    draw("p", { class: "words", id: `${id}-words`, "aria-live": "polite" }, [
      kind.words(state, runs.find),
    ]),
  ];
}

function controlOf(control: Control, state: State, id: string): Drawing {
  const { name, label } = control;
  const value = state[name] ?? 0;
  const of = `${id}-${name}`;
  if (isSlider(control)) {
    const { min, max, step, words } = control;
    const range = { min: String(min), max: String(max), step: String(step) };
    return draw("div", { class: "slider" }, [
      draw("label", { for: of }, [label]),
      // The slider says its value itself.
      draw("output", { for: of, "aria-live": "off" }, [words(value)]),
      draw("input", {
        ...{ type: "range", id: of, name, ...range, value: String(value) },
        "aria-valuetext": words(value),
      }),
    ]);
  }
  return draw("fieldset", {}, [
    draw("legend", {}, [label]),
    ...control.options.map((option, at) =>
      draw("label", {}, [
        draw("input", {
          ...{ type: "radio", name: of, "data-name": name, value: String(at) },
          checked: at === value,
        }),
        option,
      ]),
    ),
  ]);
}
