/** What the engine says of the pins and of the server that are marked on the maps. */
import type { Metric, Probe, RowTrace } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { MapQueries } from "../session/queries.js";
import type { MapSettings, Pin, ServerAt } from "../state/map.js";
import { ASKED, type Pinned, type Served } from "./actions.js";

/** The element that shows the maps. */
interface MapsHost {
  readonly results: Results;
  readonly metric: Metric;
  readonly settings: MapSettings;
  readonly queries: MapQueries;
  requestUpdate(): void;
}

/** What the engine said of a pin. */
interface PinAnswer {
  probe?: Probe | undefined;
  trace?: RowTrace | undefined;
}

/** Asks about pins and a server, and keeps the answers as long as the runs are the same. */
export class MapAnswers {
  readonly #host: MapsHost;
  /** By the names of pins. */
  #pins = new Map<string, PinAnswer>();
  /** The server that was asked about last. */
  #server: ServerAt | undefined;
  /** What that server serves. */
  #ranges: Served["found"] = [];

  constructor(host: MapsHost) {
    this.#host = host;
  }

  /** Pins with what the engine has said of them. */
  get pins(): readonly Pinned[] {
    return this.#host.settings.pins.flatMap((pin) => {
      const { probe, trace } = this.#pins.get(nameOf(pin)) ?? {};
      return probe ? [{ ...pin, probe, trace: trace }] : [];
    });
  }

  /** The server that is asked about, with what it serves. */
  get served(): Served | undefined {
    const { served } = this.#host.settings;
    return served && { ...served, found: this.#ranges };
  }

  /** Forgets what was said of other runs. */
  reset(): void {
    this.#pins = new Map();
    this.#server = undefined;
  }

  /** Asks about what nothing is known of. */
  update(): void {
    this.#askPins();
    this.#askServer();
  }

  #askPins(): void {
    const { results, metric, queries, settings } = this.#host;
    const { answer } = results;
    // The runs that are there when a link is followed are those before it.
    if (answer.progress < 1) return;
    for (const pin of settings.pins) {
      const { which, row, column, rows } = pin;
      const run = answer[which];
      if (this.#pins.has(nameOf(pin)) || !run || rows[1] > run.rows) continue;
      const known: PinAnswer = {};
      this.#pins.set(nameOf(pin), known);
      const take = (part: PinAnswer) => {
        if (this.#host.results !== results) return;
        Object.assign(known, part);
        this.#host.requestUpdate();
      };
      void queries.probe({ which, column, row, metric }).then((probe) => take({ probe }));
      if (!answer.after) continue;
      const ask = { which, firstRow: rows[0], rows: rows[1] - rows[0] };
      void queries.trace(ask).then((trace) => take({ trace }));
    }
  }

  /** Asks of the hottest ranges at a time which of them the server has that is asked about. */
  #askServer(): void {
    const { results, queries, settings } = this.#host;
    const { served } = settings;
    if (served === this.#server || (served && results.answer.progress < 1)) return;
    this.#server = served;
    this.#ranges = [];
    const run = served && results.answer[served.which];
    const grid = served && results[served.which]?.grid;
    if (!served || !run || !grid) return;
    const { which, server, column } = served;
    const share = (row: number) => grid[row * run.columns + column] ?? 0;
    const rows = Array.from({ length: run.rows }, (_, row) => row).filter((row) => share(row) > 0);
    rows.sort((a, b) => share(b) - share(a) || a - b);
    for (const row of rows.slice(0, ASKED)) {
      void queries.probe({ which, column, row }).then((probe) => {
        if (probe?.server !== server || this.#server !== served) return;
        this.#ranges = [...this.#ranges, { row, probe }];
        this.#host.requestUpdate();
      });
    }
  }
}

/** Tells pins apart. */
export function nameOf({ which, row, column, rows }: Pin): string {
  return `${which} ${row} ${column} ${rows.join("-")}`;
}
