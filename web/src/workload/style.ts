/** How nodes, writes and the other settings of runs look. */
import { css } from "lit";
import { floatingBox } from "../ui/style/parts.js";

/** For `<hotsplit-workload>`. */
export const workload = css`
  :host {
    position: relative;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 4px 14px;
    padding: 8px 12px 10px;
  }
  .knob {
    display: grid;
    gap: 2px;
  }
  .writes {
    flex: 1;
    min-width: 150px;
  }
  label {
    color: var(--quiet);
    font-size: var(--small);
  }
  .said {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-height: 24px;
  }
  .said button {
    min-height: 24px;
    padding: 0 2px;
    font-size: var(--tiny);
  }
  .track {
    position: relative;
    flex: 1;
    display: flex;
    min-width: 40px;
  }
  .mark {
    position: absolute;
    top: 19px;
    /* The middle of the thumb stays half its width, 8 px, away from both ends. */
    left: calc(8px + (100% - 16px) * var(--at));
    width: 10px;
    height: 9px;
    translate: -50% 0;
  }
  .mark::before {
    content: "";
    position: absolute;
    inset: 0 4px;
    background: var(--error);
  }
  .mark.even::before {
    inset: 0 3px;
    border: 2px solid var(--good);
    border-top: 0;
    background: none;
  }
  .pair {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  input[type="number"] {
    width: 4.9em;
  }
  .wide input[type="number"],
  .pair input[type="number"] {
    width: 6.5em;
  }
  input[type="range"] {
    flex: 1;
    width: 60px;
    min-width: 40px;
    height: 24px;
    accent-color: var(--accent);
  }
  small {
    color: var(--quiet);
    font-size: var(--tiny);
  }
  .more {
    position: absolute;
    left: 8px;
    right: 8px;
    bottom: calc(100% + 4px);
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(210px, 1fr));
    gap: 12px 20px;
    max-height: min(62vh, 560px);
    overflow: auto;
    padding: 12px 14px 14px;
    ${floatingBox}
    border-color: var(--line-strong);
    /* It opens upwards. */
    box-shadow: 0 -6px 32px rgb(0 0 0 / 0.22);
  }
  .more h3 {
    grid-column: 1 / -1;
    display: flex;
    justify-content: space-between;
    align-items: center;
    font-size: var(--size);
  }
  .tables {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  .tables h3 {
    font-size: var(--size);
  }
  .tables .scroll {
    overflow-x: auto;
  }
  .tables th,
  .tables td {
    padding: 2px 8px 2px 0;
    vertical-align: middle;
  }
  .tables code {
    overflow-wrap: normal;
  }
  .rate {
    width: 74px;
    text-align: right;
  }
  .rate.stated {
    border-color: var(--accent);
    background: var(--accent-ground);
  }
  .read {
    display: flex;
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .tick {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--text);
  }
  @media (max-width: 899px) {
    input {
      min-height: 36px;
    }
  }
  :host([panel]) {
    z-index: auto;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    gap: 16px;
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
  }
  .main {
    display: grid;
    grid-template-columns: minmax(160px, 1fr) minmax(240px, 2fr);
    gap: 16px 32px;
  }
  .main > div {
    display: grid;
    align-content: start;
    gap: 4px;
    min-width: 0;
  }
  .marks {
    display: grid;
    gap: 4px;
    color: var(--quiet);
    font-size: var(--small);
  }
  .marks li {
    display: grid;
    grid-template-columns: 10px minmax(0, 1fr);
    align-items: center;
    gap: 8px;
    overflow-wrap: anywhere;
  }
  .marks i {
    width: 2px;
    height: 10px;
    margin-inline: auto;
    background: var(--error);
  }
  .marks .even i {
    width: 4px;
    border: 2px solid var(--good);
    border-top: 0;
    background: none;
  }
  summary {
    width: fit-content;
    min-height: 24px;
    color: var(--quiet);
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 32px;
    padding-top: 12px;
  }
  .settings .knob {
    align-content: start;
    gap: 4px;
    max-width: 44ch;
  }
  .settings .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .settings .row label {
    display: grid;
    gap: 2px;
  }
  .settings input[type="number"] {
    width: 7.1em;
  }
  :host([panel]) .tables {
    padding-top: 8px;
  }
  :host([panel]) .tables .scroll {
    max-height: 400px;
    overflow: auto;
  }
  @media (max-width: 639px) {
    .main {
      grid-template-columns: minmax(0, 1fr);
    }
    /* Columns that are cut show that the table scrolls. */
    .tables tbody th {
      min-width: 96px;
      max-width: 96px;
    }
    .tables code {
      overflow-wrap: anywhere;
    }
  }
  @media (max-width: 460px) {
    :host(:not([panel])) {
      gap: 6px;
      padding-block: 4px 6px;
    }
    .writes {
      order: -1;
      flex-basis: 100%;
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
      gap: 8px;
    }
    .writes.own {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    :host > .knob:not(.writes),
    .wide .knob {
      grid-template-columns: auto auto;
      align-items: center;
      gap: 6px;
    }
    :host > .knob:not(.writes) input[type="number"] {
      width: 48px;
    }
    .wide {
      flex: 1;
    }
    .wide .knob {
      grid-template-columns: auto minmax(46px, 1fr);
    }
    .wide input[type="number"] {
      width: 100%;
    }
  }
`;
