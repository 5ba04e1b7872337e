/**
 * What may stand at the cursor of a directive: scopes, facts, names, rule ids.
 *
 * It knows how a directive is cut into parts and no fact by name: those come from the engine.
 */
import type {
  DialectChoice,
  FactEntry,
  FactOf,
  RuleEntry,
  SchemaObject,
} from "../../../pkg/hotsplit.js";

/** What there is to offer. */
export interface Known {
  readonly facts: readonly FactEntry[];
  readonly rules: readonly Pick<RuleEntry, "id" | "line">[];
  readonly objects: readonly SchemaObject[];
  /** The dialect that the text is read in. */
  readonly dialect: DialectChoice;
  /** Rules that found something in the text: they are offered first. */
  readonly found: ReadonlySet<string>;
}

/** One thing that may stand there. */
export interface Offer {
  /** What is shown and matched. */
  readonly label: string;
  /** What is written, with `${1:5}` where the person goes on. */
  readonly template: string;
  /** One line about it. */
  readonly about: string;
  /** More offers follow at once. */
  readonly more?: boolean;
  /** Likelier than the others. */
  readonly likely?: boolean;
}

/** Offers, and where what they replace begins. */
export interface Offers {
  readonly from: number;
  readonly offers: readonly Offer[];
}

/** What opens a directive: in each comment of both dialects. */
export const OPENING = /(?:--|#|\/\*+)[\s*]*hotsplit:/i;

/** What a directive may speak of. */
export const SCOPES: readonly Offer[] = [
  {
    label: "table",
    template: "table ",
    about: "Applies to the table or index that follows.",
    more: true,
  },
  {
    label: "column",
    template: "column ",
    about: "Applies to the column that follows.",
    more: true,
  },
  { label: "file", template: "file ", about: "Applies to the whole file.", more: true },
];

/** A reason may follow the facts, with or without a comma. */
const REASON: Offer = {
  label: "reason",
  template: `reason="${blank(1)}"`,
  about: "The reason, in quotes.",
};

/**
 * What may stand at the end of `before`, a line up to the cursor; `at` is the cursor's place in the
 * text. Nothing where the line is in no directive, or where a word is complete.
 */
export function offersAt(before: string, at: number, known: Known): Offers | undefined {
  const opening = OPENING.exec(before);
  if (!opening) return opened(before);
  const base = opening.index + opening[0].length;
  const rest = before.slice(base);
  if (rest.includes("*/")) return undefined;
  const target = targetOf(rest);
  const end = (word: string, offers: readonly Offer[]) =>
    offers.length > 0 ? { from: before.length - word.length, offers } : undefined;
  if (target.naming !== undefined) {
    const names = target.scope === "table" ? tables(known) : columns(known, at);
    return end(target.naming, names);
  }
  const last = lastPart(rest, target.end);
  if (last === undefined) return undefined;
  const part = rest.slice(last.start);
  if (last.open) {
    const inside = /([\w-]+)\(([^()]*)$/.exec(part);
    const [, name = "", list = ""] = inside ?? [];
    return end(/[^\s,]*$/.exec(list)?.[0] ?? "", argument(name, list, target.name, at, known));
  }
  const value = /^\s*([\w-]+)=([\w-]*)$/.exec(part);
  if (value) {
    const [, name = "", word = ""] = value;
    const words = known.facts.find((fact) => fact.name === name.toLowerCase())?.words ?? [];
    const offers = words.map((label) => ({ label, template: label, about: `a value of ${name}` }));
    return complete(word, offers) ? undefined : end(word, offers);
  }
  const behind = /^\s*[\w-]+(?:\([^()]*\))?(?:[<>]?=\S+)?\s+(\w*)$/.exec(part);
  if (behind) return rest.includes("reason") ? undefined : end(behind[1] ?? "", [REASON]);
  const word = /^\s*([\w-]*)$/.exec(part)?.[1];
  if (word === undefined) return undefined;
  const first = last.start === target.end;
  const anywhere = first && target.scope === "here";
  const offers = [
    ...(anywhere ? SCOPES : []),
    ...factsOf(target, rest.slice(0, last.start), at, known).map(offerOf),
    // What speaks of the file has to say so.
    ...(anywhere ? known.facts.filter((fact) => fact.of === "file").map(offerOfFile) : []),
    ...(first || rest.includes("reason") ? [] : [REASON]),
  ];
  return complete(word, offers) ? undefined : end(word, offers);
}

/** `hotsplit:` itself, where a comment begins like it. */
function opened(before: string): Offers | undefined {
  const word = /^\s*(?:--|#|.*\s--|\/\*)\s*(\w+)$/.exec(before)?.[1];
  if (!word || !"hotsplit:".startsWith(word.toLowerCase())) return undefined;
  const about = "States a fact that the DDL cannot.";
  const offers = [{ label: "hotsplit:", template: "hotsplit: ", about, more: true }];
  return { from: before.length - word.length, offers };
}

/** What a directive speaks of, as far as it is written. */
interface Target {
  readonly scope: "here" | FactOf;
  /** The table, or the column with its table. */
  readonly name: string | undefined;
  /** The name being written. */
  readonly naming: string | undefined;
  /** Where the facts begin. */
  readonly end: number;
}

function targetOf(rest: string): Target {
  const file = /^\s*file\s/i.exec(rest);
  if (file) return { scope: "file", name: undefined, naming: undefined, end: file[0].length };
  const named = /^\s*(table|column)\s+([^\s,]*)(\s?)/i.exec(rest);
  if (!named) return { scope: "here", name: undefined, naming: undefined, end: 0 };
  const [whole, scope = "", name = "", blank] = named;
  return {
    scope: scope.toLowerCase() === "table" ? "table" : "column",
    name,
    naming: blank === "" && whole.length === rest.length ? name : undefined,
    end: whole.length,
  };
}

/** Where the last part begins, behind a comma, and whether a bracket is open; none in a string. */
function lastPart(rest: string, from: number): { start: number; open: boolean } | undefined {
  let [start, depth, quoted] = [from, 0, false];
  for (let i = from; i < rest.length; i++) {
    const letter = rest[i];
    if (letter === '"') quoted = !quoted;
    if (quoted) continue;
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) start = i + 1;
  }
  return quoted ? undefined : { start, open: depth > 0 };
}

/** Facts that fit the target and are not stated yet, the likelier kind first. */
function factsOf(target: Target, said: string, at: number, known: Known): readonly FactEntry[] {
  const { scope, name } = target;
  const stated = new Set(said.toLowerCase().match(/[\w-]+/g));
  const of = (kind: FactOf) =>
    known.facts.filter((fact) => fact.of === kind && !stated.has(fact.name));
  if (scope === "here") {
    const inside = tableAt(known, at) !== undefined;
    return inside ? [...of("column"), ...of("table")] : [...of("table"), ...of("column")];
  }
  const isIndex = known.objects.some((one) => one.name === bare(name) && one.kind === "index");
  return scope === "table" && isIndex ? of("table").filter(speaksOfRules) : of(scope);
}

/** A word that is an offer in full, and begins no other. */
function complete(word: string, offers: readonly Offer[]): boolean {
  const matching = offers.filter((offer) => offer.label.startsWith(word.toLowerCase()));
  return matching.length === 1 && matching[0]?.label === word.toLowerCase();
}

const speaksOfRules = (fact: FactEntry) => fact.form.endsWith("(rule)");

/** A place where the person goes on, in the editor's own form. */
function blank(stop: number, example = ""): string {
  return `\${${stop}:${example}}`;
}

/** A fact as an offer: the argument its form shows is what the person goes on with. */
function offerOf(fact: FactEntry): Offer {
  const { form, help } = fact;
  if (speaksOfRules(fact)) {
    // Accepting without a reason is remarked upon, switching off is not.
    const reason = /reason/.test(help) ? ` reason="${blank(2)}"` : "";
    return { label: form, template: `${fact.name}(${blank(1)})${reason}`, about: help, more: true };
  }
  let stop = 0;
  const template = form.replace(/\(([^()]+)\)|=([^()]+)$/g, (_, inside, behind) => {
    stop++;
    return behind === undefined ? `(${blank(stop, inside)})` : `=${blank(stop, behind)}`;
  });
  return { label: form, template, about: help };
}

function offerOfFile(fact: FactEntry): Offer {
  const offer = offerOf(fact);
  return { ...offer, label: `file ${offer.label}`, template: `file ${offer.template}` };
}

/** What may stand between the brackets of a fact. */
function argument(
  name: string,
  list: string,
  target: string | undefined,
  at: number,
  known: Known,
): readonly Offer[] {
  const fact = known.facts.find((one) => one.name === name.toLowerCase());
  if (fact && speaksOfRules(fact)) {
    const listed = new Set(
      list
        .split(",")
        .slice(0, -1)
        .map((id) => id.trim()),
    );
    return known.rules
      .filter(({ id }) => !listed.has(id))
      .map(({ id, line }) => {
        return { label: id, template: id, about: line, likely: known.found.has(id) };
      });
  }
  if (name.toLowerCase() !== "skew") return [];
  const named = known.objects.find((one) => one.name === bare(target));
  const table = named ?? tableAt(known, at) ?? tableBelow(known, at);
  return (table?.columns ?? []).filter(writable).map((column) => {
    return { label: column, template: column, about: `column of ${table?.name}` };
  });
}

/** Tables and indexes that can be named. */
function tables(known: Known): readonly Offer[] {
  const named = known.objects.filter((one) => one.kind !== "managed index" && writable(one.name));
  return named.map(({ name, kind, key }) => {
    return { label: name, template: `${name} `, about: `${kind}, key ${key}`, more: true };
  });
}

/** Columns with their tables; those of the table around the cursor, or below it, are likelier. */
function columns(known: Known, at: number): readonly Offer[] {
  const near = tableAt(known, at) ?? tableBelow(known, at);
  return known.objects.flatMap((table) =>
    table.columns
      .map((column) => `${table.name}.${column}`)
      .filter(writable)
      .map((label) => {
        const about = `column of ${table.name}`;
        return { label, template: `${label} `, about, more: true, likely: table === near };
      }),
  );
}

/** A directive's names end at a blank or a comma. */
const writable = (name: string) => /^[^\s,{}$]+$/.test(name);

/** A name without the quotes it may be written in. */
const bare = (name: string | undefined) => name?.replaceAll(/[`"]/g, "");

function tableAt(known: Known, at: number): SchemaObject | undefined {
  const around = (one: SchemaObject) => one.range.from < at && at < one.range.to;
  return known.objects.find((one) => one.kind === "table" && around(one));
}

function tableBelow(known: Known, at: number): SchemaObject | undefined {
  return known.objects.find((one) => one.kind === "table" && one.range.from >= at);
}
