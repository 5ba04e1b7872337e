/**
 * In place of `../offline.ts`: a page that is one file has no service worker, and never grows old
 * under the person who opened it.
 */

/** There is nothing to watch. */
export async function watch(_fresh: () => void): Promise<void> {}

/** Never asked for: no newer build is ever told of. */
export function renew(): void {
  location.reload();
}
