/** Styles lose what no browser reads, and nothing else. */
import { expect, test } from "vitest";
import { tightened } from "../../vite.tight.js";

test("comments and blanks go, and what means something stays", () => {
  const css = `
    /* A bar. */
    :host([compact]) .bar > li:not(.all) :hover,
    .bar::after {
      padding: calc(1px + 2px) 0;
      content: " ▾";
      font: 12px / 1.5 var(--mono);
    }
    @media (max-width: 899px) and (pointer: coarse) {
      .bar {
        margin: 0 -1px; /* Room. */
      }
    }
  `;
  expect(tightened(css)).toBe(
    ":host([compact]) .bar > li:not(.all) :hover,.bar::after{padding:calc(1px + 2px) 0;" +
      'content:" ▾";font:12px / 1.5 var(--mono)}' +
      "@media (max-width:899px) and (pointer:coarse){.bar{margin:0 -1px}}",
  );
});
