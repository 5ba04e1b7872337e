/** Search in the text. A chunk of its own: it is loaded when it is first asked for. */
import {
  findNext,
  findPrevious,
  gotoLine,
  openSearchPanel,
  search,
  searchKeymap,
  selectNextOccurrence,
} from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";

/** Keys that ask for search before it is there, with what they do then. */
export const COMMANDS: { readonly [key: string]: Command } = {
  "Mod-f": openSearchPanel,
  F3: findNext,
  "Shift-F3": findPrevious,
  "Mod-g": findNext,
  "Shift-Mod-g": findPrevious,
  "Mod-Alt-g": gotoLine,
  "Mod-d": selectNextOccurrence,
};

/** The panel and its keys. */
export const find = [
  search({ top: true }),
  // Shorter, so that they stand in one line.
  EditorState.phrases.of({ "match case": "case", "by word": "word" }),
  keymap.of(searchKeymap),
];
