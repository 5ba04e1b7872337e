/** How far a dump is read whose rows are left out, and a way to stop. */
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
  /** Rows that were set aside. */
  readonly rows: number;
  readonly stop: () => void;
}

/** The line of it. */
export function readingDump({ name, size, read, rows, stop }: ReadingDump): TemplateResult {
  const part = Math.min(1, read / Math.max(1, size));
  return html`<div class="reading">
    <p>
      Reading ${name}: ${bytes(read)} of ${bytes(size)}, ${count(rows, "row", "rows")} set aside
      <progress aria-label="Read of ${name}" max="1" .value=${part}></progress>
    </p>
    <button class="plain" @click=${stop}>Cancel</button>
  </div>`;
}
