/** What is said of the schema as it stands: the engine's verdict, or why there is none. */
import type {
  Analysis,
  Question,
  Remark,
  SchemaVerdict,
  VerdictKind,
} from "../../../pkg/hotsplit.js";
import { appliedOf } from "../state/selectors.js";
import type { State } from "../state/state.js";

/** A verdict of the engine, or why there is none. */
export interface ShownVerdict extends Omit<SchemaVerdict, "kind"> {
  readonly kind: VerdictKind | "waiting" | "unavailable" | "held" | "too-long";
  /** What the verdict depends on. */
  readonly question?: Question | undefined;
  /** Statements that could not be read, where the verdict is about the others. */
  readonly errors?: readonly Remark[];
}

/** What is said of the schema as it stands. */
export function verdictOf(state: State): ShownVerdict {
  const { engine, kept, analysis, held, notice } = state;
  const none = { detail: "", assumed: "" };
  if (engine === "failed") {
    const detail =
      notice?.message ??
      "You can still edit, share and save the schema. Start the engine to analyse it.";
    return { ...none, kind: "unavailable", title: "The engine could not be started.", detail };
  }
  if (held !== undefined && held === kept.text) return heldVerdict(notice);
  if (!analysis) return { ...none, kind: "waiting", title: "Analysing the schema…" };
  const isForeign = analysis.verdict.kind === "foreign";
  const verdict = (isForeign ? undefined : runVerdict(state, analysis)) ?? analysis.verdict;
  const isRead = analysis.objects.length > 0 && !isForeign;
  return {
    ...verdict,
    question: verdict.kind === "question" ? analysis.questions[0] : undefined,
    // Where nothing was read they have a list of their own.
    errors: isRead ? analysis.syntaxErrors : [],
  };
}

/** Whether the verdict says what a notice above the page would say, with the same buttons. */
export function saysNotice({ kind }: ShownVerdict): boolean {
  return kind === "unavailable" || kind === "held" || kind === "too-long";
}

/** The verdict of the runs, once they are there and of this schema. */
function runVerdict(state: State, { objects }: Analysis): SchemaVerdict | undefined {
  const { results, ran, kept, analysed } = state;
  const isCurrent = ran === kept.text && analysed === kept.text && objects.length > 0;
  if (!results || !isCurrent || results.answer.progress < 1) return undefined;
  const { verdict, verdictAfter } = results.answer;
  return appliedOf(state) ? (verdictAfter ?? verdict) : verdict;
}

/** Of a schema that is not run: it stopped the engine, or it is longer than what is read. */
function heldVerdict(notice: State["notice"]): ShownVerdict {
  const detail = notice?.message ?? "The engine stopped on this schema the last time.";
  const none = { detail, assumed: "" };
  return notice && !notice.again
    ? { ...none, kind: "too-long", title: "This schema was not analysed." }
    : { ...none, kind: "held", title: "This schema has not been run." };
}
