/** Looks of the words for how bad something is. */
import { css } from "lit";

/** One sheet for the elements that say how bad something is. */
export const pills = css`
  .pill {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    padding: 1px 8px;
    border-radius: 99px;
    font-size: var(--small);
    font-weight: 500;
    white-space: nowrap;
  }
  .pill.error {
    color: var(--error);
    background: var(--error-ground);
  }
  .pill.high {
    color: var(--high);
    background: var(--high-ground);
  }
  .pill.warn {
    color: var(--warn);
    background: var(--warn-ground);
  }
  .pill.ask {
    color: var(--ask);
    background: var(--ask-ground);
  }
  .pill.info,
  .pill.hint {
    color: var(--info);
    background: var(--info-ground);
  }
`;

/** One sheet for the elements that say how a read fares. */
export const tags = css`
  .tag {
    display: inline-block;
    margin-left: 4px;
    padding: 0 6px;
    border-radius: 99px;
    font-size: var(--tiny);
    font-weight: 500;
    white-space: nowrap;
  }
  .tag.worse {
    color: var(--warn);
    background: var(--warn-ground);
  }
  .tag.better {
    color: var(--good);
    background: var(--good-ground);
  }
`;
