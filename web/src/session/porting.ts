/**
 * What becomes of a dump on the page: it is ported as it changes, decisions are written into it, and
 * its port takes its place when a person uses it.
 *
 * A chunk of its own, loaded with the first dump. The engine says that a text is one; the port is
 * WebAssembly of its own, and the engine counts hot keys of what comes out of it as of any schema.
 */
import type { Analysis, DialectChoice, SourceDatabase, TextEdit } from "../../../pkg/hotsplit.js";
import type { PortReport } from "../../../pkg/hotsplit_port.js";
import { Replaced } from "../engine/client.js";
import { PortClient } from "../engine/port-client.js";
import type { Ported, PortStep } from "../state/port.js";
import { hotKeysOf } from "../state/selectors.js";
import { asked, type Kept, type State } from "../state/state.js";
import type { Editable } from "./edits.js";
import {
  fileDirective,
  idsDirective,
  isZone,
  keyDirective,
  typeDirectives,
  withEdit,
} from "./port-directives.js";

/** Clients of the engine that have the two schemas: the page itself is 0. */
const CLIENTS = { literal: 1, decided: 2 } as const;

/** The port of what is on the page. */
export class Porting {
  readonly #client: Pick<PortClient, "port" | "end">;
  /** The dump that was asked about last. */
  #asked: string | undefined;
  /** The dump that a decision is being written into: the editor does so in a moment. */
  #writing: string | undefined;

  constructor(
    readonly session: Editable,
    client: Pick<PortClient, "port" | "end"> = new PortClient(),
  ) {
    this.#client = client;
    session.store.listen((state) => this.#follow(state));
    this.#follow(session.store.state);
  }

  /** Does what a person asks for. */
  act(step: PortStep): void {
    const { text } = this.session.store.state.kept;
    switch (step.step) {
      case "decide":
        if (step.name === "zone" && !isZone(step.choice))
          this.#refuse("Expected a time zone, for example Europe/Berlin or +01:00.");
        else this.#write(text, fileDirective(text, step.name, step.choice));
        break;
      case "key": {
        const edit = keyDirective(text, step.table, step.columns);
        if (edit) this.#write(text, edit);
        else this.#refuse("Expected columns separated by commas, for example shop, number.");
        break;
      }
      case "ids":
        this.#write(text, idsDirective(text, step.table, step.choice));
        break;
      case "types":
        this.#write(text, typeDirectives(step.columns, step.type));
        break;
      case "use":
        this.#use();
        break;
      default:
        this.#back();
    }
  }

  /** Ports the text if it is a dump; ends the port's worker once it is none. */
  #follow({ analysis, analysed, kept, port, play }: State): void {
    if (kept.text === this.#writing && !play) return;
    this.#writing = undefined;
    // What was read is of an older text: it may be a dump still.
    if (analysed !== kept.text && !play) return;
    const from = play ? undefined : analysis?.source;
    if (from) {
      if (kept.text !== this.#asked) void this.#port(kept.text, from);
    } else if (port || this.#asked !== undefined) this.#drop();
  }

  #drop(): void {
    const { store, engine } = this.session;
    this.#asked = undefined;
    this.#client.end();
    for (const client of Object.values(CLIENTS)) {
      engine.ask("close", undefined, { client, later: true }).catch(() => {});
    }
    const { tab } = store.state;
    store.change({ port: undefined, ...(tab === "port" ? { tab: "yours" } : {}) });
  }

  async #port(text: string, from: SourceDatabase): Promise<void> {
    const { store } = this.session;
    this.#asked = text;
    const { port } = store.state;
    const before = port?.from === from ? port : undefined;
    const shown: Ported = {
      ...{ text, from, failed: undefined },
      ...{ report: before?.report, hot: before?.hot },
    };
    // What is shown stays until the next report comes.
    if (!before?.report) store.change({ port: shown });
    try {
      const report = await this.#client.port(text, from);
      if (this.#asked !== text) return;
      store.change({ port: { ...shown, report } });
      await this.#count(report, text);
    } catch (error) {
      if (error instanceof Replaced || this.#asked !== text) return;
      const failed = error instanceof Error ? error.message : String(error);
      store.change({ port: { ...shown, report: undefined, failed } });
    }
  }

  /** Has the engine count hot keys of both schemas. Without an engine there is no number. */
  async #count({ literal, text: decided, to }: PortReport, text: string): Promise<void> {
    const { store } = this.session;
    const both = [
      this.#analyse(literal, to, CLIENTS.literal),
      this.#analyse(decided, to, CLIENTS.decided),
    ];
    const [first, second] = await Promise.all(both).catch(() => []);
    const { port } = store.state;
    if (!first || !second || port?.text !== text) return;
    const hot = {
      literal: hotKeys(first),
      decided: hotKeys(second),
      open: second.questions.length,
      harmless: first.headroom.keys.some((key) => !key.isHot && !key.question),
    };
    store.change({ port: { ...port, hot } });
  }

  #analyse(text: string, dialect: DialectChoice, client: number): Promise<Analysis> {
    const workload = asked(this.session.store.state.kept.knobs);
    return this.session.engine.ask("analyse", { text, dialect, workload }, { client });
  }

  /** Says why a decision is not written. */
  #refuse(message: string): void {
    this.session.store.change({ notice: { message, again: false } });
  }

  /** Writes a decision, as one step that undo takes back, and ports what comes of it at once. */
  #write(text: string, edit: TextEdit | undefined): void {
    if (!edit) return;
    const { store } = this.session;
    const { tab, port } = store.state;
    this.session.edit(text, [edit]);
    // The view stays as it is: it shows what the decision changes.
    store.change({ tab });
    if (!port) return;
    this.#writing = text;
    void this.#port(withEdit(text, edit), port.from);
  }

  /** The port takes the place of the dump, which can be gone back to. */
  #use(): void {
    const { port, kept } = this.session.store.state;
    if (!port?.report || port.text !== kept.text) return;
    const { text, literal } = port.report;
    this.#instead({ ...kept, text });
    this.session.store.change({ portedFrom: kept, applied: { before: literal, text } });
  }

  #back(): void {
    const { portedFrom } = this.session.store.state;
    if (portedFrom) this.#instead(portedFrom);
  }

  #instead(next: Kept): void {
    this.session.instead({ ...next, chosen: [] }, true);
  }
}

/** Hot keys of a schema, those that no list shows among them. */
function hotKeys({ headroom }: Analysis): number {
  return hotKeysOf(headroom).length + headroom.keysLeftOut;
}
