/** The list of losses between a dump and its port: groups, what is alike together, decisions in place. */
import { html, nothing, type TemplateResult } from "lit";
import type { PortDecision, PortLoss, PortReport } from "../../../pkg/hotsplit_port.js";
import type { PortColumn } from "../state/port.js";
import { count, number, shown, words } from "../ui/words.js";
import { choiceOf, questionOf, writtenOf } from "./choices.js";
import { type Alike, countOf, GROUPS, grouped, isSaidOnce, objectOf, ofTable } from "./losses.js";
import { type Judged, statementName } from "./statements.js";
import type { Part } from "./ties.js";

/** Places of one rule that are listed at most. Ours. */
const PLACES_MAX = 200;

/** Wrong directives that are listed at most. Ours. */
const WRONG_MAX = 20;

/** What the list asks of the view. */
export interface Asks {
  /** The line of a place in the dump. */
  line(at: number): number;
  /** Whether the places of a row are listed. */
  isOpen(key: string): boolean;
  /** Lists the places of a row, or folds them. */
  turn(key: string): void;
  /** Shows a loss on both sides. */
  reveal(source: Part, target: Part | undefined): void;
  /** Decides something about the whole dump. */
  decide(name: string, choice: string): void;
  /** Decides the type of columns. */
  types(columns: readonly PortColumn[], type: string): void;
  /** Generated ids that are decided together, in all statements. */
  readonly sharedIds: number;
  /** Decides how ids of a table are made; without a choice they are made as those of all tables. */
  ids(table: string, choice: string | undefined): void;
  /** Decides the primary key of a table. */
  key(table: string, columns: string): void;
  /** Lists the losses of all statements again. */
  all(): void;
}

/** Draws the list: of one statement, or of the dump. */
export function lossList(
  { losses: every, wrong }: PortReport,
  only: Judged | undefined,
  asks: Asks,
): TemplateResult {
  const losses = only?.losses ?? every;
  const rows = grouped(losses);
  return html`<div class="losses" tabindex="0" role="group" aria-label="Losses">
    ${only ? onlyOf(only, asks) : nothing}
    ${wrong.slice(0, WRONG_MAX).map((one) => html`<p class="wrong" role="alert">${shown(one)}</p>`)}
    ${wrong.length > WRONG_MAX ? html`<p class="quiet">and ${count(wrong.length - WRONG_MAX, "more wrong directive")}</p>` : nothing}
    ${losses.length === 0 ? html`<p class="waiting">Nothing is lost.</p>` : nothing}
    ${GROUPS.map(([group, name]) => {
      const own = rows.filter((row) => row.group === group);
      if (own.length === 0) return nothing;
      const places = own.reduce((sum, { losses }) => sum + losses.length, 0);
      const counted = countOf(rows, group);
      return html`<h4>${name} <span class="quiet">${number(counted)}${places === counted ? "" : ` (${count(places, "loss", "losses")})`}</span></h4>
        <ul aria-label=${name}>
          ${own.map((row) => html`<li>${rowOf(row, asks)}</li>`)}
        </ul>`;
    })}
  </div>`;
}

/** Which statement the list is of, and the way back. */
function onlyOf({ statement, words }: Judged, asks: Asks): TemplateResult {
  return html`<div class="only">
    <p tabindex="-1">
      <code>${shown(statementName(statement))}</code>, line ${asks.line(statement.source.start)}:
      ${words}.
    </p>
    <button class="link" @click=${() => asks.all()}>Show all losses</button>
  </div>`;
}

function rowOf(row: Alike, asks: Asks): TemplateResult {
  const { losses, severity, rule, decision, group } = row;
  const [first] = losses;
  const key = `${row.group} ${rule} ${decision?.name ?? ""} ${losses.length > 1 ? "" : first?.source.start}`;
  return html`<p>
      ${severity === "info" || group === "decide" ? nothing : html`<span class="pill ${severity}">${severity}</span>`}
      ${first ? said(first, isSaidOnce(row)) : nothing}
    </p>
    ${decision ? decided(row, decision, asks) : nothing}
    ${losses.length === 1 ? placesOf(losses, first, asks) : several(row, key, asks)}
    <p class="rule">${rule}</p>`;
}

/** What is said of losses: where it is not the same of all, what is said of the first. */
function said(first: PortLoss, once: boolean) {
  const { message } = first;
  if (once) return words(sentence(message));
  return html`<code>${shown(objectOf(first))}</code>: ${words(message)}`;
}

/** A message with a capital letter, unless it begins with a name. */
function sentence(message: string): string {
  const word = /^[a-z]+(?=[ ,;:])/.exec(message)?.[0];
  return word === undefined ? message : message.charAt(0).toUpperCase() + message.slice(1);
}

/** Losses of one rule: how many, and where they are. */
function several({ losses }: Alike, key: string, asks: Asks): TemplateResult {
  const open = asks.isOpen(key);
  return html`<button
      class="link"
      aria-expanded=${open ? "true" : "false"}
      @click=${() => asks.turn(key)}
    >
      ${open ? "Hide" : "Show"} ${count(losses.length, "place")}
    </button>
    ${open ? placesOf(losses, losses[0], asks) : nothing}`;
}

function placesOf(
  losses: readonly PortLoss[],
  first: PortLoss | undefined,
  asks: Asks,
): TemplateResult {
  const more = losses.length - PLACES_MAX;
  return html`<ul class="places">
      ${losses.slice(0, PLACES_MAX).map((loss) => {
        const { source, target, message } = loss;
        const partOf = ({ start, end }: typeof source): Part => ({ from: start, to: end });
        const object = objectOf(loss);
        return html`<li>
          <button
            class="link"
            @click=${() => asks.reveal(partOf(source), target ? partOf(target) : undefined)}
          >
            line ${asks.line(source.start)}
          </button>
          <span>
            ${object === "" ? nothing : html`<code>${shown(object)}</code>`}
            ${message === first?.message ? nothing : words(message)}
            ${apart(loss, asks)}
          </span>
        </li>`;
      })}
    </ul>
    ${more > 0 ? html`<p class="quiet">and ${count(more, "more place")}</p>` : nothing}`;
}

/** The way to decide how ids of one of several tables are made. A directive is one line. */
function apart({ decision, object }: PortLoss, asks: Asks) {
  if (decision?.name !== "ids" || asks.sharedIds === 1 || /[\r\n]/.test(object)) return nothing;
  return html`<button class="link" @click=${() => asks.ids(object, writtenOf(decision.chosen))}>
    Decide for this table
  </button>`;
}

/** The choices of a decision. */
function decided({ losses }: Alike, decision: PortDecision, asks: Asks): TemplateResult {
  const { name, chosen, choices } = decision;
  const [first] = losses;
  const table = first?.object ?? "";
  if (name === "pk") return primaryKey(table, asks);
  if (name === "zone") return timeZone(chosen, asks);
  if (name === "as") return columnTypes(losses, decision, asks);
  const own = ofTable(name);
  // A form of their own: see the view.
  return html`<form @submit=${(event: Event) => event.preventDefault()}>
    <fieldset class="choices">
      <legend>${questionOf(name)}</legend>
      ${choices.map(
        (choice) => html`<label>
          <input
            type="radio"
            name=${own ? `decide-${name}-${table}` : `decide-${name}`}
            .checked=${choice === chosen}
            @change=${() => {
              if (own) asks.ids(table, writtenOf(choice));
              else asks.decide(name, writtenOf(choice));
            }}
          />
          <span>${choiceOf(name, choice)}</span>
        </label>`,
      )}
    </fieldset>
    ${
      own
        ? html`<button class="link" type="button" @click=${() => asks.ids(table, undefined)}>
            Decide with all tables
          </button>`
        : nothing
    }
  </form>`;
}

/** Types for columns, of which each answers the question. */
function columnTypes(
  losses: readonly PortLoss[],
  { name, choices }: PortDecision,
  asks: Asks,
): TemplateResult {
  const columns = losses.flatMap(({ object, column }) =>
    column === null ? [] : { table: object, column },
  );
  return html`<fieldset class="choices types">
    <legend>${questionOf(name)}</legend>
    ${choices.map(
      (choice) => html`<button @click=${() => asks.types(columns, choice)}>
        ${choiceOf(name, choice)}
      </button>`,
    )}
  </fieldset>`;
}

/** A key of columns that a person names. */
function primaryKey(table: string, asks: Asks): TemplateResult {
  return typed({
    ...{ label: `Primary key columns of ${shown(table)}`, button: "Set the key", value: "" },
    placeholder: "columns, comma-separated",
    take: (columns) => asks.key(table, columns),
  });
}

/** The zone of times without one. */
function timeZone(chosen: string, asks: Asks): TemplateResult {
  const label = questionOf("zone");
  return html`<p class="question">${label}</p>
    ${typed({
      ...{ label, button: "Set the zone", value: chosen },
      placeholder: "for example Europe/Berlin",
      take: (zone) => asks.decide("zone", zone),
    })}`;
}

/** A field for what cannot be listed as choices. */
interface Typed {
  readonly label: string;
  readonly button: string;
  readonly value: string;
  readonly placeholder: string;
  /** Called with what is typed, blanks aside. */
  readonly take: (said: string) => void;
}

function typed({ label, button, value, placeholder, take }: Typed): TemplateResult {
  const state = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const said = event.target.querySelector("input")?.value.trim() ?? "";
    if (said !== "") take(said);
  };
  return html`<form novalidate @submit=${state}>
    <div class="key">
      <input
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${placeholder}
        .value=${value}
        aria-label=${label}
      />
      <button>${button}</button>
    </div>
  </form>`;
}
