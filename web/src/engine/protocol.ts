/** The table of questions the page asks the worker, shared by both sides. */
import type {
  AddAsk,
  AddedLoad,
  AnalyseAsk,
  Analysis,
  AnswersAsk,
  AnswersSoFar,
  CardsAsk,
  Complaint,
  FixCard,
  Histogram,
  HistogramAsk,
  Judged,
  LessonRead,
  MeasuredAsk,
  MeasuredRead,
  Metric,
  PaintAsk,
  Probe,
  ProbeAsk,
  RecommendedAsk,
  RecommendedFixes,
  Reference,
  Rewrite,
  RewriteAsk,
  Rollout,
  RolloutAsk,
  RowTrace,
  RowTraceAsk,
  SimulateAsk,
  StateAsk,
  Stated,
  Which,
} from "../../../pkg/hotsplit.js";
import type { Fields, Results } from "../state/results.js";

export type { Fields, Peak, Results, RowPeaks, Series } from "../state/results.js";

/** A picture the worker paints: which run, and what of it; `small` is a small one of its keys. */
export type Surface = `${Which} ${"keys" | "servers" | "small" | "difference"}`;

/** A picture that is asked for. */
export interface Painted {
  readonly surface: Surface;
  readonly ask: PaintAsk;
}

/** A row of the table. */
interface Row<Ask, Answer> {
  ask: Ask;
  answer: Answer;
}

/** Every question, with what is sent and what comes back. */
export interface Questions {
  /** "Be ready": the compiled engine goes over once. */
  start: Row<WebAssembly.Module, { version: string }>;
  /** "Read this text." */
  analyse: Row<AnalyseAsk, Analysis>;
  /** "Which fixes are there for this finding?" */
  cards: Row<CardsAsk, readonly FixCard[]>;
  /** "Which fixes are recommended for the hot keys?" */
  recommended: Row<RecommendedAsk, RecommendedFixes>;
  /** "What does the text look like with these fixes?" */
  rewrite: Row<RewriteAsk, Rewrite>;
  /** "How do I get from the one schema to the other?" */
  rollout: Row<RolloutAsk, Rollout>;
  /** "How is this written into the text?" */
  state: Row<StateAsk, Stated>;
  /**
   * "Run both schemas", or, without an ask, "run on": answered when a part is done. The worker
   * keeps the run for the questions below. Whoever asks no more has cancelled it.
   */
  simulate: Row<SimulateAsk | undefined, undefined>;
  /** "What came of it?", of the part that is done. It can be painted before this is asked. */
  results: Row<undefined, Results>;
  /**
   * "What do these runs leave open?" Begins anew with an ask, and works out the next part without.
   * Absent when no run is kept. Whoever asks no more has cancelled it.
   */
  answers: Row<AnswersAsk | undefined, AnswersSoFar | undefined>;
  /** "What do these lines say of somebody's own database?" */
  measured: Row<MeasuredAsk, MeasuredRead>;
  /** "Paint these of the kept run." Absent what there was nothing to paint of. */
  paint: Row<readonly Painted[], readonly (ImageBitmap | undefined)[]>;
  /** "How much of this is where?" Absent when no run is kept. */
  fields: Row<{ metric: Metric }, Fields | undefined>;
  /** "How many cells are how bright?" Absent when no run is kept. */
  histogram: Row<HistogramAsk, Histogram | undefined>;
  /** "Where did these rows go?" Absent when there is nowhere else. */
  trace: Row<RowTraceAsk, RowTrace | undefined>;
  /** "What load does this part of the map stand for?" Absent where it stands for none. */
  added: Row<AddAsk, AddedLoad | undefined>;
  /** "What is under this point?" Absent when no run is kept. */
  probe: Row<ProbeAsk, Probe | undefined>;
  /** "What does this lesson's file say, and what is wrong with it?" */
  lesson: Row<{ markdown: string }, LessonRead>;
  /** "What is run when a learner of this lesson has this text?" */
  play: Row<{ markdown: string; text: string }, SimulateAsk>;
  /** "Does this text pass the step?" Steps count from 0. */
  judge: Row<{ markdown: string; step: number; text: string; seed: number }, Judged>;
  /** "What is the exam of this seed, as a lesson's file?" */
  exam: Row<{ seed: number }, string>;
  /** "What keeps this lesson from being sound once it is played?" */
  prove: Row<{ markdown: string }, Complaint[]>;
  /** "What facts may directives state, and which rules and fixes are there?" */
  reference: Row<undefined, Reference>;
  /** "I am gone": what was kept for this client is let go of. */
  close: Row<undefined, undefined>;
}

/** A question's name. */
export type Name = keyof Questions;
/** What goes to the worker with a question. */
export type Ask<N extends Name> = Questions[N]["ask"];
/** What comes back. */
export type Answer<N extends Name> = Questions[N]["answer"];

/** A question on its way to the worker. */
export interface QuestionMessage<N extends Name = Name> {
  readonly id: number;
  /** Who asks, where several do: each client has a text and a run of its own. */
  readonly client?: number;
  readonly name: N;
  readonly ask: Ask<N>;
}

/** An answer on its way back. After a trap the worker cannot be used again. */
export type AnswerMessage =
  | { readonly id: number; readonly ok: true; readonly answer: Answer<Name> }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly trap: boolean };

/**
 * Entries of a long list of an answer, which come before it: to read fifty thousand tables out of one
 * message would hold the page up.
 */
export interface PartMessage {
  readonly id: number;
  /** Where in the answer the list is, which is empty there: names from the outside in. */
  readonly list: readonly string[];
  readonly entries: readonly unknown[];
}

/** Longest wait for an answer about a short text, ms; after it the worker is thrown away. */
const PATIENCE = 2_000;

/** Those that work for longer: they start, run, or paint. */
const LONGER: { readonly [N in Name]?: number } = {
  start: 10_000,
  simulate: 10_000,
  results: 10_000,
  recommended: 10_000,
  answers: 10_000,
  paint: 10_000,
  fields: 10_000,
  histogram: 10_000,
  judge: 20_000,
  prove: 120_000,
  // The first question of a visit, whose code is compiled as it runs.
  lesson: 10_000,
  exam: 10_000,
};

/** What a thousand letters add to the wait, ms. Ours: 1 MB on a busy machine took 15 s to read. */
const PATIENCE_PER_THOUSAND = 30;

/** The text that a question is about. */
export function textOf({ ask }: QuestionMessage): string | undefined {
  if (typeof ask !== "object") return undefined;
  if ("text" in ask) return ask.text;
  return "before" in ask ? ask.before : undefined;
}

/** Longest wait for the answer of a question, ms. */
export function patience(message: QuestionMessage): number {
  const thousands = (textOf(message)?.length ?? 0) / 1_000;
  return (LONGER[message.name] ?? PATIENCE) + thousands * PATIENCE_PER_THOUSAND;
}
