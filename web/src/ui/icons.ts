/** The icons of the page: one set, drawn with the same stroke on a grid of 16. */
import { html, type TemplateResult } from "lit";

/** Shapes by name. */
const SHAPES = {
  chevronRight: "M6 3.500 10.500 8 6 12.500",
  chevronLeft: "M10 3.500 5.500 8 10 12.500",
  chevronDown: "M3.500 6 8 10.500 12.500 6",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  close: "M4 4l8 8M12 4l-8 8",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  moon: "M13 9.800A5.500 5.500 0 0 1 6.200 3 5.500 5.500 0 1 0 13 9.800Z",
  sun: "M8 5.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600ZM8 1.500v1.200M8 13.300v1.200M1.500 8h1.200M13.300 8h1.200M3.400 3.400l.85.85M11.750 11.750l.85.85M3.400 12.600l.85-.85M11.750 4.250l.85-.85",
  play: "M5 3.500v9l7.500-4.500Z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  device: "M2.500 3.500h11v7.500h-11zM6 13.500h4",
} as const;

/** Name of an icon. */
export type Icon = keyof typeof SHAPES;

/** An icon beside words: a screen reader reads the words alone. */
export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" width="16" height="16">
    <path
      d=${SHAPES[name]}
      fill="none"
      stroke="currentColor"
      stroke-width=${name === "more" ? 2.2 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
    ></path>
  </svg>`;
}
