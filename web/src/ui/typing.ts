/** Tells keys that do something from letters that go into a text. */

/** Says whether a letter goes into a text. */
export function typing(event: KeyboardEvent): boolean {
  const [at] = event.composedPath();
  if (!(at instanceof HTMLElement)) return false;
  return at.isContentEditable || at.matches("input:not([type=range]), textarea, select");
}
