/** Looks that stand inside rules of several elements: a rule takes one over and adds its own. */
import { css } from "lit";

/** What lies over the page and is opened there: lists, menus, what tells of a number. */
export const floatingBox = css`
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--panel);
  box-shadow: 0 10px 32px rgb(0 0 0 / 0.22);
`;

/** An entry of such a list: a button as wide as it is. */
export const entry = css`
  width: 100%;
  border: 0;
  background: none;
  text-align: left;
  white-space: normal;
`;

/** One line, cut off where its room ends. */
export const clipped = css`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Small things beside each other, in lines as they fit. */
export const strip = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  color: var(--quiet);
  font-size: var(--small);
`;

/** A small button among words. */
export const small = css`
  min-height: 26px;
  padding: 0 8px;
`;
