/** A dump that is read without its rows: how far it is, and a way to stop. */
import { html, type TemplateResult } from "lit";
import { bytes } from "../session/bytes.js";
import { count } from "../ui/words.js";

/** A dump that is being read. */
export interface ReadingDump {
  readonly name: string;
  /** Its bytes as a file. */
  readonly size: number;
  /** Bytes that were read; of a packed file more than it has. */
  readonly read: number;
  /** Tables that were created so far. */
  readonly tables: number;
  /** Rows that were set aside. */
  readonly rows: number;
  readonly stop: () => void;
}

/** What is done with what is known meanwhile. */
export interface Meanwhile {
  /** Shows how far it is; nothing once it is over. */
  readonly show: (reading: ReadingDump | undefined) => void;
  readonly tell: (message: string) => void;
}

/** The text of a dump without its rows. */
export async function withoutRows(file: File, { show, tell }: Meanwhile): Promise<string> {
  const { condense } = await import("../engine/condense.js");
  const { name, size } = file;
  const { done, stop } = condense(file, ({ bytes: read, tables, rows }) => {
    show({ name, size, read, tables, rows, stop });
  });
  show({ name, size, read: 0, tables: 0, rows: 0, stop });
  try {
    const { text, replaced } = await done;
    if (replaced.length > 0) {
      const lines = replaced.join(", ");
      tell(
        `${name} has bytes that are no UTF-8 (lines ${lines} without its rows). They are shown as �.`,
      );
    }
    return text;
  } finally {
    show(undefined);
  }
}

/** The line of it. */
export function readingDump(reading: ReadingDump): TemplateResult {
  const { name, size, read, tables, rows, stop } = reading;
  const part = Math.min(1, read / Math.max(1, size));
  return html`<div class="reading">
    <p>
      Reading ${name}: ${bytes(read)} of ${bytes(size)}, ${count(tables, "table")},
      ${count(rows, "row")} set aside
      <progress aria-label="Read of ${name}" max="1" .value=${part}></progress>
    </p>
    <button class="plain" @click=${stop}>Cancel</button>
  </div>`;
}
