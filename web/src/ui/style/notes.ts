/** Notes below the maps, a line or two each with what closes it: pins, servers, added load. */
import { css } from "lit";

export const notes = css`
  :host {
    display: grid;
    gap: 4px;
    max-height: 96px;
    overflow: auto;
    font-size: var(--small);
  }
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    padding: 2px 4px 2px 10px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--raised);
  }
  .note .close {
    margin-left: auto;
    min-height: 24px;
    min-width: 24px;
    padding: 0 6px;
  }
  .note b {
    font-weight: 600;
  }
`;
