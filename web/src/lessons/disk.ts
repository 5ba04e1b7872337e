/**
 * A lesson's file on the disk, read again when it has changed.
 *
 * Where the browser has the File System Access API (Chromium does) a file that was opened or
 * dropped is looked at once a second while the tab is seen. Elsewhere it is read once.
 */

/** How often a file is looked at, ms. Ours: as soon as one has turned to the browser. */
const LOOK = 1_000;

/** Most letters of a lesson. Ours: a long lesson has twelve thousand. */
export const LONGEST = 200_000;

/** Hears of a file: its text each time it changed, or why it cannot be read. */
export interface Reader {
  text(text: string, name: string, watched: boolean): void;
  failed(message: string): void;
}

/** Says whether a file can be picked and watched. */
export function canWatch(): boolean {
  return window.showOpenFilePicker !== undefined;
}

/** Looks at one file at a time. */
export class Disk {
  #handle: FileSystemFileHandle | undefined;
  #seen = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly reader: Reader) {}

  /** Lets a person pick a file, and watches it. */
  async pick(): Promise<void> {
    const accept = { "text/markdown": [".md"] };
    try {
      const types = [{ description: "Lesson", accept }];
      const [handle] = (await window.showOpenFilePicker?.({ types })) ?? [];
      if (handle) await this.watch(handle);
    } catch (error) {
      // Whoever closes the picker wants nothing.
      if (!(error instanceof DOMException && error.name === "AbortError")) {
        this.reader.failed("The browser could not open this file.");
      }
    }
  }

  /** Takes what was dropped: watched where the browser hands over the file itself. */
  async drop(item: DataTransferItem): Promise<void> {
    const file = item.getAsFile();
    const handle = await handleOf(item);
    if (handle) await this.watch(handle);
    else if (file) await this.read(file);
  }

  /** Reads a file once. */
  async read(file: File): Promise<void> {
    this.stop();
    if (!this.#fits(file)) return;
    this.reader.text(await file.text(), file.name, false);
  }

  /** Reads a file now, and again when it has changed. */
  async watch(handle: FileSystemFileHandle): Promise<void> {
    this.stop();
    this.#handle = handle;
    await this.#look();
    this.#timer = setInterval(() => {
      if (document.visibilityState === "visible") void this.#look();
    }, LOOK);
  }

  /** Looks no more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#handle = undefined;
    this.#seen = 0;
  }

  async #look(): Promise<void> {
    const handle = this.#handle;
    if (!handle) return;
    try {
      const file = await handle.getFile();
      if (file.lastModified === this.#seen || handle !== this.#handle) return;
      this.#seen = file.lastModified;
      if (this.#fits(file)) this.reader.text(await file.text(), file.name, true);
    } catch {
      // Between being deleted and written anew there is none; the next look finds it.
    }
  }

  #fits({ size, name }: File): boolean {
    if (size > LONGEST) this.reader.failed(`${name} is longer than a lesson may be.`);
    return size <= LONGEST;
  }
}

/** The file itself, where the browser hands it over. */
async function handleOf(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle instanceof FileSystemFileHandle ? handle : undefined;
}

// What TypeScript's own library does not have yet.
declare global {
  interface Window {
    showOpenFilePicker?: (options: {
      types: { description: string; accept: Record<string, string[]> }[];
    }) => Promise<FileSystemFileHandle[]>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
}
