/** A page that is read in place of the workspace: its bar, its column, a list beside it. */
import { css } from "lit";

/** For elements that are such a page; `listed` ones have a list at the left. */
export const readingPage = css`
  :host {
    min-width: 0;
    min-height: 0;
    background: var(--panel);
  }
  :host([hidden]) {
    display: none;
  }
  main {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100%;
  }
  main.listed {
    grid-template-columns: 320px minmax(0, 1fr);
  }
  .bar {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 48px;
    padding: 0 16px;
    border-bottom: 1px solid var(--line);
  }
  .bar :is(button, a).back {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 32px;
    padding: 0 8px 0 4px;
    border-color: transparent;
    color: var(--accent);
    font-weight: 400;
  }
  .bar h2 {
    flex: 1;
    min-width: 0;
    font-size: var(--size);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  :is(h2, h3):focus {
    outline: none;
  }
  .read {
    min-height: 0;
    min-width: 0;
    overflow: auto;
    padding: 32px 32px 64px;
  }
  .read:focus-visible {
    outline-offset: -3px;
  }
  .column {
    max-width: 72ch;
    margin-inline: auto;
  }
  h3 {
    font-size: var(--headline);
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.012em;
    overflow-wrap: anywhere;
  }
  @media (max-width: 899px) {
    main.listed {
      grid-template-columns: minmax(0, 1fr);
    }
    .bar .back {
      min-height: 44px;
    }
    .read {
      padding: 24px 16px 48px;
    }
  }
`;
