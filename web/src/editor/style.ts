/** How the editor looks: its tabs, the lines above and below the text, its menus. */
import { css } from "lit";
import { clipped, entry, floatingBox, small } from "../ui/style/parts.js";

/** For `<hotsplit-editor>`. */
export const editor = css`
  :host {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    position: relative;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    min-height: 36px;
    padding: 4px 8px;
    border-bottom: 1px solid var(--line);
  }
  [role="tab"] {
    border-color: transparent;
    background: none;
    color: var(--quiet);
  }
  [role="tab"][aria-selected="true"] {
    background: var(--accent-ground);
    color: var(--text);
  }
  .bar h2 {
    padding: 0 8px;
    font-size: var(--size);
    font-weight: 600;
  }
  .dialect {
    color: var(--quiet);
  }
  .changes {
    padding: 0 4px 0 8px;
  }
  .bar .icon {
    display: block;
  }
  .bar button:has(.icon) {
    padding: 0 4px;
  }
  .bar .room {
    flex: 1;
  }
  .pane {
    min-height: 0;
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  }
  .foot {
    grid-row: 3;
    display: flex;
    align-items: center;
    gap: 2px;
    min-width: 0;
    min-height: 30px;
    padding: 2px 8px;
    border-top: 1px solid var(--line);
    background: var(--raised);
    font-size: var(--small);
  }
  .foot button {
    ${small}
    min-width: 28px;
  }
  .foot p {
    flex: 1;
    padding: 0 4px;
    ${clipped}
    unicode-bidi: isolate;
  }
  .drop {
    position: absolute;
    z-index: 20;
    inset: 0;
    display: grid;
    place-items: center;
    border: 2px dashed var(--accent);
    background: color-mix(in srgb, var(--panel) 88%, transparent);
    font-weight: 600;
    pointer-events: none;
  }
  .reading {
    position: absolute;
    z-index: 21;
    inset: auto 0 0;
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 8px 12px;
    border-top: 1px solid var(--line);
    background: var(--raised);
    font-size: var(--small);
  }
  .reading p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .reading progress {
    display: block;
    width: 100%;
    accent-color: var(--accent);
  }
  /* Where the bar is not there, too. */
  .pane {
    grid-row: 2;
  }
  .pane[hidden],
  .bar[hidden] {
    display: none;
  }
  .hold {
    min-height: 0;
    grid-row: 2;
  }
  #plan .hold {
    grid-row: 1 / -1;
  }
  .empty {
    padding: 24px;
    color: var(--quiet);
    max-width: 46ch;
  }
  .menu {
    position: absolute;
    z-index: 1000;
    left: var(--x);
    top: var(--y);
    display: grid;
    width: max-content;
    max-width: calc(100% - var(--x) - 8px);
    max-height: min(340px, 45vh);
    overflow: auto;
    padding: 4px;
    ${floatingBox}
  }
  .menu.above {
    translate: 0 -100%;
  }
  .menu .title {
    padding: 4px 10px 2px;
    color: var(--quiet);
    font-size: var(--small);
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .menu div + div .title {
    margin-top: 4px;
    border-top: 1px solid var(--line);
  }
  .menu button {
    ${entry}
    overflow-wrap: anywhere;
  }
  .menu button:focus {
    background: var(--accent-ground);
  }
  @media (max-width: 899px) {
    .bar button {
      padding-inline: 7px;
      min-height: 32px;
    }
  }
  @media (pointer: coarse) {
    .foot {
      min-height: 48px;
    }
    .bar button,
    .menu button,
    .foot button {
      min-width: 44px;
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    [role="tab"][aria-selected="true"] {
      border-color: Highlight;
    }
    .menu button:focus {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
