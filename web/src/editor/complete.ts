/** Completion: what may stand in a directive while it is typed; Ctrl-Space asks for it anywhere. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { KEYWORDS, TYPES, TYPES_OF } from "../ui/vocabulary.js";
import { shown } from "../ui/words.js";
import { type Known, type Offer, offersAt } from "./offers.js";
import { LINE_MAX } from "./whole.js";

/** Completion over what is known at the time. */
export function completion(known: () => Known) {
  return autocompletion({
    icons: false,
    override: [(context) => source(context, known())],
  });
}

function source(context: CompletionContext, known: Known): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  if (line.length > LINE_MAX) return null;
  const before = line.text.slice(0, pos - line.from);
  const found = offersAt(before, pos, known);
  if (found) {
    const options = found.offers.map((offer, at) => option(offer, at, found.offers.length));
    return { from: line.from + found.from, options };
  }
  return explicit ? words(before, pos, known) : null;
}

/** An offer as the list shows it, in the order in which offers come. */
function option(offer: Offer, at: number, of: number): Completion {
  return {
    label: offer.label,
    detail: offer.about,
    boost: (offer.likely ? 50 : 0) + Math.max(0, 49 - Math.floor((at / of) * 50)),
    apply: (view, picked, from, to) => write(view, picked, offer, from, to),
  };
}

function write(view: EditorView, picked: Completion, offer: Offer, from: number, to: number): void {
  const next = view.state.sliceDoc(to, to + 1);
  const name = /^[\w-]+/.exec(offer.template)?.[0];
  if (name && (next === "(" || next === "=") && offer.template !== name) {
    // The argument is there already.
    view.dispatch({
      changes: { from, to, insert: name },
      selection: { anchor: from + name.length },
      annotations: pickedCompletion.of(picked),
      userEvent: "input.complete",
    });
    return;
  }
  fill(view, picked, offer.template, from, to);
  if (offer.more) startCompletion(view);
}

/** Writes a template. Without a blank of its own the cursor goes behind it. */
function fill(view: EditorView, picked: Completion, template: string, from: number, to: number) {
  snippet(template.includes("${") ? template : `${template}\${}`)(view, picked, from, to);
}

/** Small letters where the person writes them, or where nothing is written and it is PostgreSQL. */
function caseOf(word: string, dialect: Known["dialect"]): (label: string) => string {
  const letters = word.replaceAll(/[^A-Za-z]/g, "");
  const small = letters === "" ? dialect === "postgresql" : letters === letters.toLowerCase();
  return (label) => (small ? label : label.toUpperCase());
}

/** Outside directives: names of the schema, then words of the language. Only when asked for. */
function words(before: string, pos: number, known: Known): CompletionResult | null {
  if (/(--|#|\/\*)/.test(before)) return null;
  const word = /[\w.]*$/.exec(before)?.[0] ?? "";
  const names = known.objects.filter((one) => one.kind !== "managed index");
  const columns = new Map<string, Completion>();
  for (const one of names) {
    // Those of the statement around the cursor stand before all others.
    const here = one.range.from <= pos && pos <= one.range.to;
    for (const label of one.columns) {
      if (columns.has(label) && !here) continue;
      columns.set(label, { label, detail: `column of ${shown(one.name)}`, boost: here ? 3 : 1 });
    }
  }
  const types = known.dialect === "auto" ? [...TYPES] : TYPES_OF[known.dialect];
  const cased = caseOf(word, known.dialect);
  const options: Completion[] = [
    ...names.map((one) => ({
      label: one.name,
      detail: shown(`${one.kind}, key ${one.key}`),
      boost: 2,
    })),
    ...columns.values(),
    ...[...new Set([...KEYWORDS, ...types])].map((label) => ({ label: cased(label) })),
  ];
  if (before.trim() === "") {
    options.push({
      label: "-- hotsplit:",
      detail: "States a fact that the DDL cannot.",
      boost: 99,
      apply: (view, picked, from, to) => {
        fill(view, picked, "-- hotsplit: ", from, to);
        startCompletion(view);
      },
    });
  }
  return { from: pos - word.length, options };
}
