/** The table of what each table takes: its role, and the rates of its writes and reads. */
import { html, type TemplateResult } from "lit";
import type { TableLoad, TableRate } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ranked } from "../ui/ranked.js";
import { windowed } from "../ui/windowed.js";
import "../ui/menu.js";

/** What a table may be for, as directives say it. */
const ROLES = [
  "entity",
  "child",
  "event",
  "ledger",
  "lookup",
  "queue",
  "counter",
  "link",
  "versions",
] as const;

/** The element that the table stands in. */
interface RatesHost extends EventTarget {
  /** A summary above the table names it already: its heading is for screen readers alone. */
  readonly panel: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  readonly level: number | undefined;
}

/** Rates of each table; one that is entered is written into the schema. */
export function drawRates(from: RatesHost, tables: readonly TableLoad[]): TemplateResult {
  return html`<div class="tables">
    <h3 ${ranked(from.level)} class=${from.panel ? "unseen" : ""}>Per-table rates</h3>
    <p>
      <small>
        Per second. Rates that the schema does not state are assumed: the writes/s above are
        divided among the tables by their roles. A rate you enter is written into the schema.
      </small>
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Per-table rates">
      <table aria-rowcount=${tables.length + 1}>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col">Role</th>
            <th scope="col">Inserts</th>
            <th scope="col">Updates</th>
            <th scope="col">Deletes</th>
            <th scope="col">Reads</th>
          </tr>
        </thead>
        <tbody>
          ${windowed({
            items: tables,
            key: ({ table }) => table,
            draw: (one) => drawTable(from, one),
            as: "tr",
          })}
        </tbody>
      </table>
    </div>
  </div>`;
}

function drawTable(from: EventTarget, one: TableLoad): TemplateResult {
  const { table } = one;
  return html`<tr>
    <th scope="row"><code>${table}</code></th>
    <td>
      <hotsplit-menu
        .label=${one.role}
        .name=${`Role of ${table}`}
        title=${one.why}
        .items=${ROLES.map((role) => ({
          label: role,
          checked: role === one.role,
          act: () => send(from, { do: "state", table, name: "role", value: role }),
        }))}
      ></hotsplit-menu>
    </td>
    <td>${drawRate(from, table, "writes", "Inserts", one.inserts)}</td>
    <td>${drawRate(from, table, "updates", "Updates", one.updates)}</td>
    <td>${drawRate(from, table, "deletes", "Deletes", one.deletes)}</td>
    <td>
      ${one.reads.map(
        (read) =>
          html`<div class="read">
            ${drawRate(from, table, "reads", `Reads ${read.shape}`, read.rate, read.shape)}
            <small>${read.shape}</small>
          </div>`,
      )}
    </td>
  </tr>`;
}

/** A rate of a table: clearing it removes the directive. */
function drawRate(
  from: EventTarget,
  table: string,
  name: string,
  label: string,
  { perSecond, stated }: TableRate,
  of?: string,
): TemplateResult {
  const shown = String(Number(perSecond.toPrecision(3)));
  return html`<input
    type="text"
    inputmode="decimal"
    class=${stated ? "rate stated" : "rate"}
    aria-label=${`${label} of ${table} per second`}
    title=${stated ? "stated in the schema; clear it to remove it" : "assumed from the table's role"}
    .value=${shown}
    @change=${(event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      const value = event.target.value.trim().replace(/\/s$/, "");
      event.target.value = shown;
      if (value === shown) return;
      const said = { table, name, ...(of === undefined ? {} : { of }) };
      send(from, { do: "state", ...said, ...(value === "" ? {} : { value: `${value}/s` }) });
    }}
  />`;
}
