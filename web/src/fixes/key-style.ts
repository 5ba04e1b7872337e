/** How the page of one hot key looks. */
import { css } from "lit";

/** For `<hotsplit-key>`. */
export const keyStyle = css`
  :host {
    container-type: inline-size;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .back {
    justify-self: start;
    margin-left: -8px;
    padding: 0 8px 0 0;
    color: var(--quiet);
    font-weight: 400;
  }
  .back .icon {
    vertical-align: -3px;
  }
  h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    font-size: var(--headline);
    font-weight: 650;
    line-height: 1.25;
  }
  h2:focus {
    outline: none;
  }
  h2 code {
    font-family: inherit;
    font-size: inherit;
    letter-spacing: -0.012em;
  }
  h2 .quiet {
    font-size: var(--small);
    font-weight: 400;
  }
  .what,
  .why {
    max-width: 76ch;
    overflow-wrap: anywhere;
  }
  .why,
  .evidence {
    color: var(--quiet);
  }
  .evidence {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    font-size: var(--small);
  }
  .evidence a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
  table {
    width: 100%;
    margin-top: 8px;
  }
  th,
  td {
    padding: 8px 16px 8px 0;
    vertical-align: baseline;
  }
  tr > :last-child {
    padding-right: 0;
  }
  thead th {
    padding-block: 4px;
    font-size: var(--small);
    white-space: nowrap;
  }
  thead th:first-child {
    font-weight: 600;
  }
  thead small {
    display: block;
    font-size: var(--small);
  }
  .read {
    white-space: nowrap;
  }
  tbody tr:not(.under) > * {
    border-top: 1px solid var(--line);
  }
  thead + tbody > tr:first-child > * {
    border-top: 0;
  }
  tr.selected > *,
  tr.selected + tr.under > * {
    background: var(--accent-ground);
  }
  tr.selected > :first-child {
    box-shadow: inset 2px 0 0 var(--accent);
  }
  tr.selected + tr.under > * {
    box-shadow: inset 2px 0 0 var(--accent);
  }
  tr > :first-child {
    padding-left: 8px;
  }
  thead tr > :first-child {
    padding-left: 0;
  }
  .under td {
    padding: 0 8px 0 32px;
  }
  .under td > :last-child {
    margin-bottom: 8px;
  }
  .option {
    display: flex;
    align-items: baseline;
    gap: 0 8px;
  }
  .option hotsplit-menu {
    flex: none;
    margin-block: -4px;
  }
  label {
    display: flex;
    align-items: baseline;
    gap: 8px;
    cursor: pointer;
  }
  label span {
    min-width: 0;
  }
  label code {
    display: block;
    font-size: var(--small);
  }
  input[type="radio"] {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    translate: 0 3px;
    accent-color: var(--accent);
  }
  small {
    font-size: var(--small);
  }
  .worse {
    color: var(--warn);
  }
  .better {
    color: var(--good);
  }
  .reads {
    display: none;
  }
  .app {
    width: 1%;
  }
  .asks,
  .reason,
  .query {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }
  .ask {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  .ask label {
    color: inherit;
  }
  .ask input[type="number"] {
    width: 96px;
  }
  .ask input[type="text"] {
    width: 240px;
    max-width: 100%;
  }
  .reason {
    gap: 8px;
  }
  .reason input {
    flex: 1 1 200px;
    max-width: 420px;
  }
  .invalid {
    flex-basis: 100%;
    color: var(--error);
  }
  summary {
    width: fit-content;
    color: var(--quiet);
  }
  details > :not(summary) {
    margin-top: 4px;
  }
  dl {
    display: grid;
    grid-template-columns: 144px minmax(0, 76ch);
    gap: 8px 16px;
  }
  dt {
    color: var(--quiet);
  }
  dd {
    display: grid;
    gap: 4px;
  }
  .refused {
    display: grid;
    gap: 4px;
    max-width: 76ch;
  }
  .refused b {
    font-weight: 400;
  }
  .folds {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }
  .folds details[open] {
    flex-basis: 100%;
  }
  .room,
  .rates,
  .rates form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }
  .rates form {
    gap: 4px 8px;
  }
  .rates > .quiet {
    font-size: var(--small);
  }
  .rates label {
    flex-wrap: wrap;
    align-items: center;
  }
  .rates input {
    width: 148px;
  }
  .query pre {
    flex: 1 1 320px;
    margin: 0;
    padding: 8px;
    max-height: 240px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
    font-size: var(--code);
  }
  @container (max-width: 620px) {
    .read,
    .app {
      display: none;
    }
    .reads {
      display: grid;
      gap: 4px;
    }
    th,
    td {
      padding-right: 8px;
    }
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
    }
    dd {
      margin-bottom: 8px;
    }
  }
  @media (max-width: 899px) {
    .back,
    .rates input,
    .reason :is(input, button) {
      min-height: 40px;
    }
    summary {
      padding-block: 8px;
    }
  }
  @media (pointer: coarse) {
    .back,
    button:not(.link),
    .ask input,
    summary {
      min-height: 44px;
    }
    label {
      min-height: 44px;
      align-items: center;
    }
  }
  @media (forced-colors: active) {
    tr.selected > :first-child {
      border-left: 2px solid Highlight;
    }
  }
`;
