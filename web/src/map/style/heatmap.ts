/** How a map looks: its bands, its pictures, what lies over them, its axis. */
import { css } from "lit";
import { floatingBox } from "../../ui/style/parts.js";

/** For `<hotsplit-heatmap>`. */
export const heatmap = css`
  :host {
    display: grid;
    grid-template: minmax(0, 1fr) auto auto / var(--gutter) minmax(0, 1fr);
    gap: 0 6px;
    min-height: 0;
    min-width: 0;
  }
  .bands {
    grid-area: 1 / 1;
    position: relative;
    overflow: hidden;
    font-size: var(--tiny);
  }
  .band {
    position: absolute;
    top: calc(var(--top) * 1px);
    height: calc(var(--height) * 1px);
    width: 100%;
    min-height: 0;
    padding: 0 4px 0 min(24px, var(--depth) * 8px);
    border: 0;
    border-top: 1px solid var(--line);
    border-radius: 0;
    background: none;
    color: var(--quiet);
    font-size: var(--tiny);
    font-weight: 400;
    line-height: 1.25;
    text-align: right;
    overflow: hidden;
    display: block;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .band:focus-visible {
    outline-offset: -2px;
  }
  .thin {
    position: absolute;
    right: 4px;
    bottom: 0;
    padding-left: 4px;
    background: var(--panel);
    color: var(--quiet);
    font-size: var(--tiny);
  }
  .band.lit {
    color: var(--text);
    background: var(--raised);
  }
  .band.table {
    color: var(--text);
  }
  .band.folded {
    color: var(--quiet);
    text-decoration: underline dotted;
    text-underline-offset: 2px;
  }
  .map,
  .servers {
    position: relative;
    min-height: 0;
    background: var(--sunken);
    border: 1px solid var(--line);
    border-radius: 4px;
    overflow: hidden;
  }
  .map {
    grid-area: 1 / 2;
    cursor: crosshair;
    /* One finger may scroll the page; two are the map's. */
    touch-action: pan-y;
    user-select: none;
    overflow: visible;
  }
  /* Here one finger draws. */
  .map.adding {
    cursor: cell;
    touch-action: none;
  }
  .map:focus-visible {
    outline-offset: 2px;
  }
  .picture {
    position: absolute;
    inset: 0;
    overflow: hidden;
  }
  .picture canvas,
  .servers canvas {
    transform-origin: 0 0;
    image-rendering: pixelated;
  }
  .upcoming {
    position: absolute;
    inset: 0 0 0 calc(var(--x) * 100%);
    background: var(--panel);
    opacity: 0.94;
    border-left: 2px solid var(--accent);
  }
  .on {
    grid-area: 1 / 2;
    position: relative;
    overflow: hidden;
    pointer-events: none;
    margin: 1px;
  }
  .named {
    position: absolute;
    left: calc(var(--x) * 1px);
    top: calc(var(--y) * 1px);
    width: calc(var(--w) * 1px);
    height: 20px;
    min-height: 0;
    padding: 0 8px;
    border: 0;
    border-radius: 4px;
    background: rgb(10 12 20 / 0.62);
    color: #f2f2f5;
    font-size: var(--tiny);
    font-weight: 400;
    line-height: 20px;
    text-align: center;
    overflow: hidden;
    text-overflow: ellipsis;
    pointer-events: auto;
  }
  /* Names are no hindrance to who draws. */
  .map.adding ~ .on .named {
    opacity: 0.5;
    pointer-events: none;
  }
  .named:hover {
    background: #000;
  }
  .mini {
    position: absolute;
    left: 4px;
    bottom: 4px;
    width: 92px;
    height: 62px;
    border: 1px solid #fff;
    outline: 1px solid #000;
    pointer-events: auto;
    cursor: move;
    touch-action: none;
    overflow: hidden;
  }
  .all {
    position: absolute;
    left: 102px;
    bottom: 4px;
    min-height: 24px;
    padding: 0 8px;
    font-size: var(--tiny);
    pointer-events: auto;
  }
  .ghost {
    pointer-events: none;
  }
  .mini i {
    position: absolute;
    left: calc(var(--x) * 100%);
    top: calc(var(--y) * 100%);
    width: max(4px, calc(var(--w) * 100%));
    height: max(4px, calc(var(--h) * 100%));
    border: 1px solid #fff;
    outline: 1px solid #000;
    background: rgb(255 255 255 / 0.2);
  }
  .servers {
    grid-area: 2 / 2;
    cursor: pointer;
    height: 40px;
    margin-top: 4px;
  }
  .side {
    align-self: center;
    color: var(--quiet);
    font-size: var(--tiny);
    text-align: right;
    padding-right: 4px;
  }
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    display: block;
  }
  .line-x,
  .line-y,
  .drag {
    position: absolute;
    pointer-events: none;
  }
  .line-x {
    top: 0;
    bottom: 0;
    left: calc(var(--x) * 100%);
    width: 0;
    border-left: 1px solid #fff;
    box-shadow: -1px 0 0 rgb(0 0 0 / 0.6);
  }
  .line-y {
    left: 0;
    right: 0;
    top: calc(var(--y) * 100%);
    height: 0;
    border-top: 1px solid #fff;
    box-shadow: 0 -1px 0 rgb(0 0 0 / 0.6);
  }
  .drag {
    left: calc(var(--x) * 100%);
    top: calc(var(--y) * 100%);
    width: calc(var(--w) * 100%);
    height: calc(var(--h) * 100%);
    border: 1px solid #fff;
    background: rgb(255 255 255 / 0.18);
  }
  .drag.load {
    border-color: #8cf5a6;
    outline: 1px solid #000;
    background: rgb(140 245 166 / 0.28);
  }
  .axis {
    grid-area: 3 / 2;
    position: relative;
    height: 18px;
    color: var(--quiet);
    font-size: var(--tiny);
    font-variant-numeric: tabular-nums;
  }
  .axis span {
    position: absolute;
    left: calc(var(--x) * 100%);
    translate: -50% 0;
    white-space: nowrap;
  }
  .axis span:first-child {
    translate: 0 0;
  }
  .axis span.last {
    translate: -100% 0;
  }
  .tip {
    position: absolute;
    z-index: 5;
    left: clamp(0px, calc(var(--x) * 100% + 14px), calc(100% - 232px));
    top: calc(var(--y) * 100% + 16px);
    width: 232px;
    padding: 8px 10px;
    ${floatingBox}
    font-size: var(--small);
    pointer-events: none;
  }
  .tip.up {
    top: auto;
    bottom: calc((1 - var(--y)) * 100% + 12px);
  }
  /* A name that no database would take covers nothing. */
  .tip strong {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  .tip dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 1px 10px;
    margin-top: 4px;
    font-variant-numeric: tabular-nums;
  }
  .tip dt {
    color: var(--quiet);
  }
  .tip code {
    color: var(--high);
  }
  /* No room beside the map: names stand on it. */
  @container (max-width: 620px) {
    :host {
      grid-template-columns: 0 minmax(0, 1fr);
      gap: 0;
    }
    .bands {
      grid-area: 1 / 1 / auto / -1;
      z-index: 1;
      margin: 1px;
      pointer-events: none;
    }
    .band {
      width: auto;
      max-width: calc(100% - 8px);
      height: 16px;
      padding: 0 6px;
      border: 0;
      border-radius: 0 0 4px 0;
      pointer-events: auto;
    }
    .band.right {
      right: 0;
      border-radius: 0 0 0 4px;
    }
    .band,
    .band.table,
    .band.lit,
    .band.folded,
    .thin {
      background: rgb(10 12 20 / 0.78);
      color: #f2f2f5;
    }
    .band.lit {
      background: rgb(10 12 20 / 0.9);
      font-weight: 600;
    }
    .side {
      width: 0;
      overflow: hidden;
    }
  }
  @media (forced-colors: active) {
    .line-x,
    .line-y,
    .picture canvas,
    .servers canvas,
    .mini canvas,
    .drag {
      forced-color-adjust: none;
    }
    .named {
      background: Canvas;
      color: ButtonText;
    }
    .band,
    .band.table,
    .band.lit,
    .band.folded,
    .thin {
      background: Canvas;
      color: CanvasText;
    }
  }
`;
