/** The arrows walk through what can be pressed in a menu. */

/** Moves the focus among `stops` as the key says; with none of them focused, into the first. */
export function walk(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || stops.length === 0) return;
  // In a field the keys are the field's own.
  const [from] = event.composedPath();
  if (from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) return;
  const at = stops.findIndex((stop) => stop.matches(":focus"));
  const last = stops.length - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at < last ? at + 1 : 0,
    ArrowUp: at > 0 ? at - 1 : last,
    Home: 0,
    End: last,
  };
  const stop = stops[to[event.key] ?? -1];
  if (!stop) return;
  event.preventDefault();
  stop.focus();
}
