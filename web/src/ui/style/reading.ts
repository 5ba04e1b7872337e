/** How what is read looks: a page of paragraphs under a heading, its lists, its code. */
import { css } from "lit";

/** For elements that show pages of lessons and rules; each sets its own sizes and widths. */
export const reading = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .page h3 {
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  .page h3:focus {
    outline: none;
  }
  .items {
    display: grid;
    gap: 4px;
    padding-left: 1.1em;
    list-style: disc;
  }
  h4 {
    font-size: 1em;
  }
  pre {
    margin: 0;
    padding: 10px 12px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: 0.86em;
  }
`;
