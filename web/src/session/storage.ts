/**
 * The browser's storage, which may be closed to us (private windows, sandboxed frames, a full
 * disk): a read then finds nothing, a write says that nothing is kept, and neither ever throws.
 */

/** What is kept under names, over visits or as long as the tab stands. */
export interface Shelf {
  /** What is kept under a name. */
  read(name: string): string | undefined;
  /** Keeps it, or forgets it where it is absent; says whether that was done. */
  write(name: string, value: string | undefined): boolean;
}

/** `storage` is asked for at each use: the very mention of it throws where it is closed. */
function shelf(storage: () => Storage): Shelf {
  return {
    read(name) {
      try {
        return storage().getItem(name) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      try {
        if (value === undefined) storage().removeItem(name);
        else storage().setItem(name, value);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** What stays in this browser. */
export const browser = shelf(() => localStorage);

/** What stays over a reload of this tab. */
export const tab = shelf(() => sessionStorage);
