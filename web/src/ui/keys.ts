/**
 * Every key of the page, in one table: the list that `?` opens shows it, and a test presses each.
 *
 * A key is written as `KeyboardEvent.key` has it, with `Mod` for Control, or Command on a Mac.
 */

/** Keys that do one thing. */
export interface Key {
  /** Each of these alone does it. */
  readonly press: readonly string[];
  /** What it does. */
  readonly does: string;
}

/** Keys that work in one place. */
export interface KeyGroup {
  /** Names the place to tests. */
  readonly id: "page" | "menu" | "texts" | "editor" | "map" | "rules" | "lesson" | "presenter";
  /** Names the place to people. */
  readonly where: string;
  readonly keys: readonly Key[];
}

/** All keys, the places in the order of the page. */
export const KEYS: readonly KeyGroup[] = [
  {
    id: "page",
    where: "Anywhere except in text fields",
    keys: [{ press: ["?"], does: "this list" }],
  },
  {
    id: "menu",
    where: "In an open menu",
    keys: [
      { press: ["ArrowDown"], does: "next entry" },
      { press: ["ArrowUp"], does: "previous entry" },
      { press: ["Home"], does: "first entry" },
      { press: ["End"], does: "last entry" },
      { press: ["Escape"], does: "close it" },
    ],
  },
  {
    id: "texts",
    where: "On the tabs over the editor",
    keys: [
      { press: ["ArrowRight"], does: "next text" },
      { press: ["ArrowLeft"], does: "previous schema" },
    ],
  },
  {
    id: "editor",
    where: "In the editor",
    keys: [
      { press: ["F8", "Shift+F8"], does: "next or previous problem" },
      { press: ["Mod+."], does: "quick fixes of the line" },
      { press: ["Ctrl+Space"], does: "autocomplete" },
      { press: ["Mod+f"], does: "find and replace" },
      { press: ["Mod+z"], does: "undo, including an applied fix" },
      { press: ["Mod+y"], does: "redo" },
      { press: ["Alt+ArrowUp"], does: "move the line up" },
      { press: ["Alt+ArrowDown"], does: "move the line down" },
      { press: ["Mod+Enter"], does: "a new line below" },
    ],
  },
  {
    id: "map",
    where: "On a map",
    keys: [
      { press: ["ArrowLeft", "ArrowRight"], does: "a column earlier or later" },
      { press: ["ArrowUp", "ArrowDown"], does: "a range up or down" },
      { press: ["Shift+ArrowLeft", "Shift+ArrowRight"], does: "ten columns" },
      { press: ["Shift+ArrowUp", "Shift+ArrowDown"], does: "ten ranges" },
      { press: ["Ctrl+ArrowUp", "Ctrl+ArrowDown"], does: "a table or index up or down" },
      { press: ["n", "Shift+N"], does: "next or previous hot range" },
      { press: ["/"], does: "find a table" },
      { press: ["Enter"], does: "pin the place, or unpin it" },
      { press: ["Shift+Enter"], does: "pin the whole of this table" },
      { press: ["d"], does: "its line of DDL" },
      {
        press: ["s"],
        does: "play the range over time as tones (a higher tone is more load); again: stop",
      },
      { press: ["a"], does: "a corner of load to add; again: the other" },
      { press: ["+"], does: "closer" },
      { press: ["-"], does: "farther" },
      { press: ["f"], does: "the whole of this table" },
      { press: ["Backspace"], does: "previous view" },
      { press: ["r"], does: "all of it" },
      { press: ["[", "]"], does: "darker, brighter" },
      { press: ["b"], does: "toggle relative brightness" },
      { press: ["1", "2", "3"], does: "side by side, compare slider, difference" },
      { press: ["Space"], does: "the other run, while the key is held" },
      { press: ["k"], does: "play, pause" },
      { press: ["j", "l"], does: "step back, step forward" },
    ],
  },
  {
    id: "rules",
    where: "In the list of rules",
    keys: [
      { press: ["ArrowDown"], does: "next rule" },
      { press: ["ArrowUp"], does: "previous rule, or the search" },
    ],
  },
  {
    id: "lesson",
    where: "In a lesson, outside text fields",
    keys: [{ press: ["p"], does: "present it" }],
  },
  {
    id: "presenter",
    where: "While presenting",
    keys: [
      {
        press: ["ArrowRight", "PageDown", "Space"],
        does: "the answer, the map of what it changes, then the next slide",
      },
      { press: ["ArrowLeft", "PageUp"], does: "back, in the same order" },
      { press: ["Home", "End"], does: "first slide, last slide" },
      { press: ["a", "b", "c"], does: "mark what the audience guesses, or unmark it" },
      { press: ["+", "-"], does: "run the map on twice or half the nodes" },
      { press: ["0"], does: "run it on the nodes of the slide" },
      { press: ["f"], does: "full screen, or not" },
      { press: ["p", "Escape"], does: "back to the lesson" },
    ],
  },
];
