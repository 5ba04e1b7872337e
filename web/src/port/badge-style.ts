/** How the badge of a statement looks. Its words say all of it; colours only repeat them. */
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
    border-radius: 99px;
    font: 500 var(--small) / 1.5 var(--font);
    white-space: normal;
    text-align: left;
    color: var(--info);
    background: var(--info-ground);
  }
  .badge.decide {
    color: var(--ask);
    background: var(--ask-ground);
  }
  .badge.lost {
    color: var(--error);
    background: var(--error-ground);
  }
  .badge.changed {
    color: var(--warn);
    background: var(--warn-ground);
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
