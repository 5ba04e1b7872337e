/** How the list of problems looks: its bar, its rows, its cards, its questions. */
import { css } from "lit";
import { clipped, entry, strip } from "../ui/style/parts.js";

/** For `<hotsplit-problems>`. */
export const problems = css`
  .bar {
    position: sticky;
    top: 0;
    z-index: 2;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    min-height: 37px;
    padding: 4px 12px;
    border-bottom: 1px solid var(--line);
    background: var(--panel);
  }
  .bar .pill {
    min-height: 24px;
    border: 1px solid transparent;
  }
  .bar .pill:hover {
    border-color: currentcolor;
  }
  .bar .pill[aria-pressed="true"] {
    border-color: currentcolor;
    box-shadow: inset 0 0 0 1px currentcolor;
  }
  .narrow {
    display: flex;
    flex: 1 1 96px;
    gap: 6px;
    min-width: 96px;
  }
  .narrow.whole {
    flex-basis: 330px;
  }
  .bar input[type="search"] {
    flex: 2 1 80px;
    width: 0;
    min-width: 72px;
    min-height: 28px;
    padding: 3px 8px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--panel);
  }
  .bar .shown {
    color: var(--quiet);
    font-size: var(--small);
    white-space: nowrap;
  }
  .ask-box,
  section.here {
    scroll-margin-top: 80px;
  }
  section.here {
    box-shadow: inset 3px 0 0 var(--accent);
  }
  .row.at,
  .ask-box.at {
    background: var(--accent-ground);
  }
  .gap {
    padding: 8px 12px;
    color: var(--quiet);
  }
  h2 {
    font-size: var(--size);
    font-weight: 600;
    margin-right: 4px;
  }
  section > h3 {
    display: flex;
    align-items: baseline;
    gap: 8px;
    padding: 10px 12px 4px;
    font-size: var(--size);
    font-weight: 600;
  }
  section > h3 code {
    flex: 0 1 auto;
    ${clipped}
  }
  section > h3 .quiet {
    flex: 0 100 auto;
    ${clipped}
    font-weight: 400;
    font-size: var(--small);
  }
  .row {
    display: grid;
    grid-template-columns: 14px auto minmax(0, 1fr) auto;
    align-items: start;
    gap: 8px;
    ${entry}
    padding: 6px 12px;
    border-radius: 0;
    font-weight: 400;
  }
  .row {
    scroll-margin-top: 80px;
  }
  /* A name may have thousands of letters; open, all of them are shown. */
  .row:not([aria-expanded="true"]) .title {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow: hidden;
  }
  .title,
  .ask-box p,
  .why,
  .accepted button {
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  .ask-box p {
    max-height: 9em;
    overflow: auto;
  }
  .invalid {
    flex: 1 0 100%;
    color: var(--error);
    font-size: var(--small);
  }
  .query {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 6px;
    align-items: start;
    margin-top: 4px;
  }
  .query pre {
    margin: 0;
    max-height: 240px;
  }
  .row:focus-visible {
    outline-offset: -2px;
  }
  .row[aria-expanded="true"] {
    background: var(--raised);
    font-weight: 500;
  }
  .mark {
    display: inline-block;
    color: var(--quiet);
    transition: rotate 120ms;
  }
  [aria-expanded="true"] > .mark {
    rotate: 90deg;
  }
  .row .line {
    color: var(--quiet);
    font-size: var(--small);
    font-variant-numeric: tabular-nums;
  }
  .region {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    padding: 4px 14px 16px 34px;
    background: var(--raised);
    border-bottom: 1px solid var(--line);
  }
  .region[hidden] {
    display: none;
  }
  section.harmless > h3,
  .region h4,
  .aside h3 {
    color: var(--quiet);
    font-size: var(--small);
    font-weight: 500;
  }
  .facts {
    ${strip}
    gap: 4px 16px;
  }
  .facts a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
  .why {
    max-width: 68ch;
  }
  pre {
    margin: 4px 0 0;
    padding: 8px 10px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel);
  }
  .cards {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    margin-top: 4px;
  }
  .fold {
    justify-self: start;
  }
  .ask-box {
    display: grid;
    gap: 6px;
    margin: 4px 12px;
    padding: 8px 10px;
    border: 1px solid var(--line);
    border-left: 3px solid var(--ask);
    border-radius: var(--radius);
  }
  .answers,
  form {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  form input {
    flex: 1;
    min-width: 140px;
  }
  .aside {
    display: grid;
    gap: 4px;
    padding: 10px 12px;
  }
  /* A message may speak of a comma or a bracket, which would be lost among its own. */
  .aside li code {
    padding: 0 3px;
    border-radius: 3px;
    background: var(--sunken);
  }
  section.aside > h3 {
    padding: 0;
  }
  .accepted {
    margin-top: 4px;
  }
  .because {
    padding: 0 14px 6px 34px;
    max-width: 72ch;
    color: var(--quiet);
    font-size: var(--small);
  }
  .room,
  .rates {
    display: grid;
    gap: 6px;
  }
  .rates label {
    display: flex;
    flex-wrap: wrap;
    flex: 1;
    align-items: center;
    gap: 2px 8px;
  }
  .rates form input {
    flex: 0 1 150px;
    min-width: 120px;
  }
  .calm {
    padding: 20px 14px;
    color: var(--quiet);
    max-width: 52ch;
  }
  @media (max-width: 899px) {
    .region {
      padding-inline: 12px;
    }
    .row {
      padding-block: 10px;
    }
    button {
      min-height: 36px;
    }
  }
  @media (max-width: 420px) {
    .row {
      grid-template-columns: 14px minmax(0, 1fr) auto;
    }
    .row .title {
      grid-area: 2 / 2 / auto / -1;
    }
    .row .pill {
      justify-self: start;
    }
  }
  @media (pointer: coarse) {
    button,
    .bar .pill,
    .bar select,
    .bar input[type="search"],
    form input,
    .rates form input {
      min-height: 44px;
    }
    button.link,
    .facts a {
      display: inline-flex;
      align-items: center;
      min-width: 44px;
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .bar .pill[aria-pressed="true"] {
      border: 2px solid Highlight;
    }
    section.here {
      border-left: 3px solid Highlight;
    }
    .row.at,
    .ask-box.at {
      outline: 1px dashed Highlight;
      outline-offset: -1px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .mark {
      transition: none;
    }
  }
`;
