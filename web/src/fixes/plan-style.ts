/** How the migration plan looks. */
import { css } from "lit";

/** For `<hotsplit-plan>`. */
export const planStyle = css`
  :host {
    container-type: inline-size;
    overflow: auto;
  }
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 16px;
    max-width: 1120px;
    margin: 0 auto;
    padding: 24px 32px 64px;
  }
  .leave {
    justify-self: start;
    margin: 0 0 -12px -8px;
    padding: 0 8px 0 0;
    color: var(--quiet);
    font-weight: 400;
  }
  .leave .icon {
    vertical-align: -3px;
  }
  header,
  .summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 24px;
  }
  .summary {
    margin-top: -8px;
  }
  h2 {
    min-width: 0;
    font-size: var(--headline);
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.012em;
    overflow-wrap: anywhere;
  }
  h2:focus {
    outline: none;
  }
  h2 code {
    font: inherit;
  }
  form {
    display: contents;
  }
  fieldset {
    display: flex;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    overflow: hidden;
  }
  fieldset label {
    position: relative;
    display: grid;
    cursor: pointer;
  }
  fieldset span {
    display: grid;
    align-content: center;
    padding: 4px 12px;
    color: var(--quiet);
  }
  fieldset label + label span {
    border-left: 1px solid var(--line);
  }
  fieldset input:checked + span {
    background: var(--accent-ground);
    color: var(--text);
    font-weight: 600;
  }
  fieldset input:focus-visible + span {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  .take {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-left: auto;
  }
  ol {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  ol > li {
    border-top: 1px solid var(--line);
  }
  ol > li:last-child {
    border-bottom: 1px solid var(--line);
  }
  .row,
  .heads {
    position: relative;
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) 96px 72px minmax(0, 260px) 16px;
    align-items: center;
    gap: 0 16px;
  }
  .row {
    min-height: 40px;
  }
  .row:hover {
    background: var(--raised);
  }
  .heads {
    min-height: 24px;
    color: var(--quiet);
    font-size: var(--small);
  }
  .heads .title {
    grid-column: 2;
  }
  .all {
    position: absolute;
    right: 0;
    font-size: var(--small);
  }
  .row > .icon {
    color: var(--quiet);
    pointer-events: none;
  }
  .open > .row > .icon {
    rotate: 90deg;
  }
  .number {
    color: var(--quiet);
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .who,
  .long,
  .way {
    color: var(--quiet);
  }
  .way {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .way.final {
    color: var(--warn);
    font-weight: 600;
  }
  h3 {
    min-width: 0;
    font-size: var(--size);
    font-weight: 600;
  }
  h3 button {
    width: 100%;
    padding: 4px 0;
    border: 0;
    background: none;
    font-weight: 600;
    text-align: left;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  h3 button:hover {
    background: none;
  }
  h3 .quiet {
    font-weight: 400;
    font-size: var(--small);
  }
  /* The whole row opens the step. */
  .row h3 button::after {
    content: "";
    position: absolute;
    inset: 0;
  }
  .step[hidden] {
    display: none;
  }
  .step {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 4px 0 24px 40px;
  }
  .notes {
    display: grid;
    gap: 3px;
    max-width: 72ch;
    padding-left: 1em;
    list-style: disc;
  }
  dl {
    display: grid;
    grid-template-columns: 9em minmax(0, 72ch);
    gap: 4px 10px;
  }
  dt {
    color: var(--quiet);
    font-weight: 500;
  }
  dd ul {
    display: grid;
    gap: 2px;
  }
  .back,
  .rule,
  .pass {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
    padding-left: 10px;
    border-left: 3px solid var(--line);
  }
  .back > p,
  .back > b {
    color: var(--quiet);
  }
  :is(.rule, .pass, .code) + :is(.rule, .pass, .back) {
    margin-top: 8px;
  }
  .back > p,
  .rule > p,
  .pass > p {
    max-width: 72ch;
  }
  .back > b,
  h5 {
    margin: 0;
    font-size: var(--small);
    font-weight: 600;
  }
  .rule h5,
  .range + .range h5 {
    margin-top: 4px;
  }
  .how {
    max-width: 72ch;
  }
  .range {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 6px;
  }
  .foot {
    padding: 4px 10px;
    border-top: 1px solid var(--line);
    background: var(--raised);
    color: var(--text);
    font-size: var(--small);
  }
  summary {
    min-height: 24px;
    padding: 3px 0;
    cursor: pointer;
    font-size: var(--small);
    font-weight: 600;
  }
  details[open] > summary {
    margin-bottom: 4px;
  }
  [role="tablist"] {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-bottom: 6px;
  }
  [role="tab"] {
    min-height: 24px;
    padding: 0 10px;
    border-color: transparent;
    background: none;
    font-size: var(--small);
  }
  [role="tab"][aria-selected="true"] {
    border-color: var(--accent);
    background: var(--accent-ground);
  }
  .placeholders > summary {
    width: fit-content;
    color: var(--quiet);
    font-size: var(--size);
    font-weight: 400;
  }
  .code {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel);
    overflow: hidden;
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px;
    padding: 2px 4px 2px 10px;
    border-bottom: 1px solid var(--line);
    background: var(--raised);
    color: var(--quiet);
    font-size: var(--small);
  }
  .head button {
    flex: none;
    min-height: 24px;
    padding: 0 8px;
    color: var(--text);
    font-size: var(--small);
  }
  pre {
    margin: 0;
    padding: 8px 10px;
    overflow: auto;
    font-size: var(--code);
    line-height: 1.5;
    tab-size: 2;
  }
  /* As many lines as there are points; nobody reads them all. */
  .file pre {
    max-height: 220px;
  }
  .application pre {
    max-height: 420px;
  }
  pre:focus-visible {
    outline-offset: -2px;
  }
  .keyword {
    color: var(--code-keyword);
  }
  .type {
    color: var(--code-type);
  }
  .string {
    color: var(--code-string);
  }
  .number-literal {
    color: var(--code-number);
  }
  .comment {
    color: var(--code-comment);
    font-style: italic;
  }
  .directive {
    color: var(--code-directive);
    font-weight: 600;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .queries {
    padding-top: 14px;
    border-top: 1px solid var(--line);
  }
  h4 {
    font-size: var(--size);
    font-weight: 600;
  }
  .read {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 8px;
  }
  /* Heads of both are as high as the higher, and the queries wrap. */
  .pair > .code {
    display: grid;
    grid-template: subgrid / minmax(0, 1fr);
    gap: 0;
  }
  .pair > * {
    grid-row: span 2;
  }
  .pair pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .none {
    display: grid;
    align-content: start;
    gap: 4px;
    padding: 6px 10px;
    border: 1px dashed var(--line);
    border-radius: var(--radius);
    font-size: var(--small);
  }
  .pair.one {
    grid-template-columns: minmax(0, 1fr);
  }
  .calm {
    padding: 24px;
    max-width: 48ch;
    color: var(--quiet);
  }
  @container (max-width: 620px) {
    .pair,
    dl {
      grid-template-columns: minmax(0, 1fr);
    }
    dl {
      gap: 0;
    }
    dd {
      margin-bottom: 6px;
    }
    .page {
      padding: 16px;
    }
    .row,
    .heads {
      grid-template-columns: 24px minmax(0, 1fr) 16px;
      gap: 0 8px;
    }
    .row {
      padding-block: 4px;
    }
    .row > .icon {
      grid-area: 1 / 3;
    }
    .row > .who,
    .row > .long,
    .row > .way {
      grid-column: 2;
      font-size: var(--small);
    }
    .heads :is(.who, .long, .way),
    .row > .long:empty {
      display: none;
    }
    .step {
      padding-left: 0;
    }
  }
  @media (max-width: 899px) {
    button,
    .head button,
    [role="tab"],
    summary,
    fieldset label {
      min-height: 36px;
    }
    summary {
      padding: 8px 0;
    }
  }
`;
