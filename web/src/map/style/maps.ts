/** How the maps stand to each other. */
import { css } from "lit";
import { strip } from "../../ui/style/parts.js";

/** For `<hotsplit-maps>`. */
export const maps = css`
  :host {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
    gap: 6px;
    min-height: 0;
  }
  /* Each in its row, whether the bar above is there or not. */
  .runs {
    grid-row: 2;
  }
  hotsplit-map-notes {
    grid-row: 3;
  }
  hotsplit-legend,
  .key {
    grid-row: 4;
  }
  :host([toolless]) hotsplit-map-bar,
  :host([keyless]) :is(hotsplit-legend, .key) {
    display: none;
  }
  .runs {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr);
    gap: 14px;
    min-height: 0;
  }
  :host([alone]) .runs {
    grid-template-columns: minmax(0, 1fr);
  }
  .runs.swapped .before {
    grid-area: 1 / 2;
  }
  .runs.swapped .after {
    grid-area: 1 / 1;
  }
  .runs.over {
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .runs.over > .run {
    grid-area: 1 / 1;
  }
  .runs.over.swipe > .after {
    clip-path: inset(
      0 0 0 calc(var(--gutter) + 6px + (100% - var(--gutter) - 6px) * var(--curtain))
    );
    background: var(--panel);
  }
  .runs.over.swipe > .after h3 {
    justify-content: flex-end;
  }
  .runs.over.swipe > .after .all {
    margin-left: 0;
  }
  .runs.over.swipe .pattern:not(.all) {
    display: none;
  }
  .runs.over.swipe.swapped > .after,
  .runs.over.difference > .after {
    visibility: hidden;
  }
  .curtain {
    position: absolute;
    z-index: 2;
    top: 28px;
    bottom: 0;
    left: calc(var(--gutter) + 6px + (100% - var(--gutter) - 6px) * var(--curtain));
    width: 24px;
    translate: -50% 0;
    cursor: ew-resize;
    touch-action: none;
  }
  .curtain::before {
    content: "";
    position: absolute;
    inset: 0 11px;
    background: #fff;
    outline: 1px solid #000;
  }
  .curtain::after {
    content: "↔";
    position: absolute;
    top: 50%;
    left: 0;
    width: 24px;
    height: 24px;
    border: 1px solid #000;
    border-radius: 50%;
    background: #fff;
    color: #000;
    font: 600 14px / 22px var(--font);
    text-align: center;
  }
  .run {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    gap: 4px;
    min-height: 0;
    min-width: 0;
  }
  .run h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    padding-left: calc(var(--gutter) + 6px);
    font-size: var(--small);
    font-weight: 600;
    min-width: 0;
  }
  .run h3 i {
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: var(--colour);
  }
  .before {
    --colour: var(--before);
  }
  .after {
    --colour: var(--after);
  }
  .pattern {
    min-width: 0;
    min-height: 24px;
    padding: 0 8px;
    border-radius: 99px;
    font-size: var(--tiny);
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .pattern.all {
    flex: none;
    margin-left: auto;
  }
  .invite {
    display: grid;
    place-content: center;
    gap: 10px;
    padding: 16px;
    border: 1px dashed var(--line-strong);
    border-radius: var(--radius);
    color: var(--quiet);
    text-align: center;
  }
  .invite div {
    display: grid;
    gap: 6px;
    justify-items: center;
  }
  .invite button {
    white-space: normal;
    max-width: 300px;
  }
  .invite .asked,
  .invite .answers button {
    color: var(--text);
  }
  @media (pointer: coarse) {
    .invite button {
      min-height: 44px;
    }
  }
  .key {
    ${strip}
    gap: 4px 14px;
    min-height: 30px;
  }
  .key span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .key i {
    width: 14px;
    height: 12px;
    border: 1px solid var(--line-strong);
  }
  .key .change {
    width: 120px;
    height: 12px;
    border: 1px solid var(--line-strong);
    background: linear-gradient(to right, var(--stops));
  }
  .none {
    background: #808084;
  }
  @container (max-width: 700px) {
    :host {
      grid-template-rows: auto auto auto auto;
    }
    .runs {
      grid-template: 320px 320px / minmax(0, 1fr);
    }
    .runs.over,
    :host([alone]) .runs {
      grid-template: 360px / minmax(0, 1fr);
    }
    .runs.swapped:not(.over) .before {
      grid-area: 2 / 1;
    }
  }
  @media (forced-colors: active) {
    .change,
    .none,
    .run h3 i {
      forced-color-adjust: none;
    }
  }
`;
