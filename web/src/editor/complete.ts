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
import { KEYWORDS, TYPES } from "./language.js";
import { type Known, type Offer, offersAt } from "./offers.js";

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

/** Outside directives: names of the schema, then words of the language. Only when asked for. */
function words(before: string, pos: number, known: Known): CompletionResult | null {
  if (/(--|#|\/\*)/.test(before)) return null;
  const word = /[\w.]*$/.exec(before)?.[0] ?? "";
  const names = known.objects.filter((one) => one.kind !== "managed index");
  const columns = names.flatMap((one) =>
    one.columns.map((label) => ({ label, detail: `column of ${one.name}`, boost: 1 })),
  );
  const options: Completion[] = [
    ...names.map((one) => ({ label: one.name, detail: `${one.kind}, key ${one.key}`, boost: 2 })),
    ...new Map(columns.map((one) => [one.label, one])).values(),
    ...[...KEYWORDS, ...TYPES].map((label) => ({ label: label.toUpperCase() })),
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
