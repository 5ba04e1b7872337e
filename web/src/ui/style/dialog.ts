/** What lies over the page: its frame, and the bar with its heading and what closes it. */
import { css } from "lit";

/** For elements that are a dialog: a `large` one takes what room there is, others say their width. */
export const dialog = css`
  dialog {
    max-width: none;
    max-height: calc(100dvh - 48px);
    padding: 0;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
    color: var(--text);
  }
  dialog.large {
    width: min(1080px, calc(100vw - 32px));
    height: min(860px, calc(100dvh - 48px));
    overflow: hidden;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 10px 12px 10px 20px;
    border-bottom: 1px solid var(--line);
  }
  .bar h2 {
    flex: 1;
    font-size: 15px;
  }
  .bar h2:focus {
    outline: none;
  }
  @media (max-width: 759px) {
    dialog.large {
      width: 100vw;
      height: 100dvh;
      max-height: none;
      border: 0;
      border-radius: 0;
    }
  }
  @media (max-width: 899px) {
    .bar button {
      min-height: 36px;
    }
  }
`;
