/** How the badge of a statement differs from other pills: it stands in a line of code, and may be pressed. */
import { css } from "lit";

/** For panes with badges. */
export const badgeStyle = css`
  .badge {
    display: inline-block;
    min-height: 0;
    max-width: calc(100% - 8px);
    margin-left: 8px;
    padding: 0 8px;
    border: 1px solid transparent;
    font: 500 var(--small) / 1.5 var(--font);
    white-space: normal;
    text-align: left;
  }
  button.badge:hover {
    border-color: currentColor;
    text-decoration: underline;
  }
  @media (pointer: coarse) {
    button.badge {
      min-height: 32px;
      padding: 4px 12px;
    }
  }
  @media (forced-colors: active) {
    .badge {
      border-color: currentColor;
    }
  }
`;
