/** How the maps stand to each other. */
import { css } from "lit";
import { floatingBox } from "../../ui/style/parts.js";

/** For `<hotsplit-maps>`. */
export const maps = css`
  :host {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    grid-auto-rows: auto;
    gap: 8px;
    min-height: 0;
  }
  .runs {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr);
    gap: 16px;
    min-height: 0;
  }
  :host([grows]) {
    grid-template-rows: auto;
  }
  /* Servers and time stand below the keys. */
  :host([grows]) .runs {
    height: calc(max(var(--tall), var(--least, 0px)) + 62px);
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
      0 0 0 calc(var(--gutter) + 6px + (100% - var(--gutter) - 6px) * var(--divider))
    );
    background: var(--panel);
  }
  .runs.over.swipe > .after h3 {
    justify-self: end;
  }
  .runs.over.swipe.swapped > .after,
  .runs.over.difference > .after {
    visibility: hidden;
  }
  .divider {
    position: absolute;
    z-index: 2;
    inset: 0 auto 0 calc(var(--gutter) + 6px + (100% - var(--gutter) - 6px) * var(--divider));
    width: 24px;
    translate: -50% 0;
    cursor: ew-resize;
    touch-action: none;
  }
  .divider::before {
    content: "";
    position: absolute;
    inset: 0 11px;
    background: #fff;
    outline: 1px solid #000;
  }
  .divider::after {
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
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
  }
  :host([named]) .run {
    grid-template-rows: auto minmax(0, 1fr);
    gap: 4px;
  }
  :host(:not([named])) .run h3 {
    display: none;
  }
  .run h3 {
    padding-left: calc(var(--gutter) + 6px);
    font-size: var(--size);
    font-weight: 600;
  }
  .invite {
    display: grid;
    place-content: center;
    gap: 12px;
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    color: var(--quiet);
    text-align: center;
  }
  .invite div {
    display: grid;
    gap: 8px;
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
    .invite button,
    .view {
      min-height: 44px;
    }
  }
  .key {
    display: flex;
    align-items: center;
    gap: 16px;
    min-height: 28px;
    padding-left: calc(var(--gutter) + 6px);
  }
  hotsplit-legend {
    flex: 1;
  }
  .view {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-left: auto;
    padding: 0 8px;
    font-weight: 400;
  }
  .view .icon {
    width: 12px;
    height: 12px;
    color: var(--quiet);
  }
  #view {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 0;
    width: min(640px, calc(100vw - 16px));
    max-height: var(--room, 60vh);
    overflow: auto;
    color: var(--text);
    ${floatingBox}
  }
  .find {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 16px 16px 0;
    font-size: var(--small);
  }
  .find label {
    font-weight: 600;
  }
  .find input {
    flex: 1 1 176px;
    min-height: 28px;
  }
  @media (pointer: coarse) {
    .find input {
      min-height: 44px;
    }
  }
  :host([toolless]) .view,
  :host([keyless]) hotsplit-legend,
  :host([toolless][keyless]) .key {
    display: none;
  }
  @container (max-width: 620px) {
    :host {
      grid-template-rows: auto;
    }
    /* Below each other each says itself which it is. */
    :host(:not([named])) .run h3 {
      display: block;
    }
    .run,
    :host([named]) .run {
      grid-template-rows: auto minmax(0, 1fr);
      gap: 4px;
    }
    :host([alone]) .run h3 {
      display: none;
    }
    /* Without its name the map has all of the room. */
    :host([alone]) .run {
      grid-template-rows: minmax(0, 1fr);
    }
    .runs,
    :host([grows]) .runs {
      height: auto;
      grid-template: 300px 300px / minmax(0, 1fr);
    }
    :host([grows]) .runs {
      grid-template-rows: repeat(2, calc(var(--tall) + 84px));
    }
    .runs.over,
    :host([alone]) .runs,
    :host([grows]) .runs.over,
    :host([grows][alone]) .runs {
      grid-template: calc(var(--tall) + 62px) / minmax(0, 1fr);
    }
    .runs.swapped:not(.over) .before {
      grid-area: 2 / 1;
    }
    .runs.over.swipe > .after {
      clip-path: inset(0 0 0 calc(100% * var(--divider)));
    }
    .divider {
      left: calc(100% * var(--divider));
    }
    .run h3,
    .key {
      padding-left: 0;
    }
  }
`;
