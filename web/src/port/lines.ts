/** Lines of a text by their places. */

/** Where each line starts. A line feed at the end starts none. */
export function startsOf(text: string): number[] {
  const starts = [0];
  for (
    let at = text.indexOf("\n");
    at >= 0 && at < text.length - 1;
    at = text.indexOf("\n", at + 1)
  )
    starts.push(at + 1);
  return starts;
}

/** The line of a place, from 1. */
export function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low + 1;
}
