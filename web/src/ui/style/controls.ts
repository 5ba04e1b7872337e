/** Looks that all elements share: buttons, fields, code, focus. */
import { css } from "lit";

/** One sheet, adopted by each element. */
export const controls = css`
  :host {
    display: block;
    font: var(--size) / 1.45 var(--font);
    color: var(--text);
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button,
  select,
  input[type="number"],
  input[type="text"] {
    min-height: 28px;
    padding: 3px 10px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel);
  }
  select,
  input[type="number"],
  input[type="text"] {
    border-color: var(--line-strong);
    padding: 3px 6px;
  }
  button {
    cursor: pointer;
    font-weight: 400;
    white-space: nowrap;
  }
  button:hover {
    background: var(--raised);
    border-color: var(--line-strong);
  }
  button.main {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button.plain:hover {
    background: var(--raised);
  }
  button.link {
    min-height: 24px;
    padding: 0 2px;
    border: 0;
    border-radius: 3px;
    background: none;
    color: var(--accent);
    font-weight: 400;
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 2px;
    white-space: normal;
  }
  a {
    color: var(--accent);
    border-radius: 3px;
    text-underline-offset: 2px;
  }
  a.button {
    display: inline-flex;
    align-items: center;
    min-height: 28px;
    padding: 3px 10px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    color: inherit;
    font-weight: 400;
    text-decoration: none;
  }
  a.button:hover {
    background: var(--raised);
    border-color: var(--line-strong);
  }
  button:disabled,
  input:disabled {
    color: var(--quiet);
    cursor: default;
    background: var(--sunken);
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  code,
  pre {
    font-family: var(--mono);
    font-size: var(--code);
  }
  :is(h2, h3, h4, dd, dt, small, .small) code {
    font-size: inherit;
  }
  code {
    overflow-wrap: anywhere;
    /* A name that is written from right to left turns nothing around it. */
    unicode-bidi: isolate;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
  }
  .quiet {
    color: var(--quiet);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 3px 12px 3px 0;
    text-align: left;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    color: var(--quiet);
    border-bottom: 1px solid var(--line);
  }
  td.n,
  th.n {
    text-align: right;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation-duration: 0.01ms !important;
      animation-delay: 0s !important;
      transition-duration: 0.01ms !important;
    }
  }
`;
