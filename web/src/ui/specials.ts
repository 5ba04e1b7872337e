/**
 * Letters that cannot be seen, or that turn the writing, are shown as signs. Of a long row of them
 * in one line a sign stands for many: a browser lays out ten thousand signs in a line for minutes.
 */
import { highlightSpecialChars } from "@codemirror/view";

/** As CodeMirror has them; it does not export them. */
const ONE =
  "[\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f" +
  "\\u2028\\u2029\\u202d\\u202e\\u2066\\u2067\\u2069\\ufeff\\ufff9-\\ufffc]";

/** One letter first: a line of megabytes is searched twice as fast for one as for either of three. */
const ROW = new RegExp(`${ONE}(?:${ONE}{511}|${ONE}{31})?`, "gu");

/** For an editor, or a comparison of two texts. */
export const specials = () => highlightSpecialChars({ specialChars: ROW });
