/** Looks that several elements of the results share. */
import { css } from "lit";

/** The colours of both runs. */
export const runColours = css`
  .before {
    --colour: var(--before);
  }
  .after {
    --colour: var(--after);
  }
`;

/** For elements that draw what `tables.ts` and `folds.ts` have. */
export const tableStyle = css`
  .meter {
    width: 160px;
  }
  .meter svg {
    display: block;
    width: 100%;
    height: 8px;
    margin-top: 4px;
    background: var(--sunken);
  }
  .meter rect {
    fill: var(--colour);
  }
  .scroll {
    max-height: 260px;
    overflow: auto;
  }
  .lines {
    display: grid;
    gap: 4px;
    max-width: 80ch;
    padding-left: 1em;
    list-style: disc;
  }
`;
