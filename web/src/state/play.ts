/** What the page knows of lessons while they are open, and what a learner does to them. */
import type { Complaint, Judged, LessonFile } from "../../../pkg/hotsplit.js";

/** A lesson that is presented as slides. */
export interface Presented {
  /** The slide that is shown, counted from 0. */
  readonly slide: number;
  /** Its answer is shown. */
  readonly revealed: boolean;
  /** The map after its task is shown, past the answer. */
  readonly mapped: boolean;
  /** Nodes that the presenter chose for its map; without them those of the slide. */
  readonly nodes: number | undefined;
  /** What the audience guessed: a choice by slide. */
  readonly guesses: ReadonlyMap<number, number>;
}

/** Where a key of a presenter leads; an answer comes before the next slide. */
export type Turn = "next" | "previous" | "first" | "last";

/** What a presenter does to the nodes of a map. */
export type NodesChange = "twice" | "half" | "usual";

/** How a part of the exam was handed in. */
export interface Handed {
  /** Checks that held, as written in the file. */
  readonly passed: readonly string[];
  /** Checks that did not, and what else was wrong, in sentences. */
  readonly missed: readonly string[];
  /** Predictions that were right. */
  readonly right: number;
  /** Predictions there were. */
  readonly asked: number;
  /** The schema that was handed in; empty where an earlier version of the page kept none. */
  readonly text: string;
}

/** A certificate, marked by the page that opened it. */
export interface Certificate {
  /** The exam's title. */
  readonly title: string;
  /** Whose it is, as they say themselves. */
  readonly name: string;
  /** How the exam went, by this page's own engine. */
  readonly handed: Handed;
}

/** A line of the class page: a certificate, or why there is none. */
export interface ClassRow {
  /** Where it stands in what was pasted, counted from 1. */
  readonly line: number;
  /** What the link carries; empty where the line has no link. */
  readonly packed: string;
  /** What else the line says, as a course system exports it. */
  readonly label: string;
  /** The certificate as this page marked it; absent until then. */
  readonly marked: Certificate | undefined;
  /** Why it cannot be marked; empty where nothing is wrong. */
  readonly fault: string;
}

/** The certificates of a class. */
export interface Roster {
  /** What was pasted. */
  readonly text: string;
  readonly rows: readonly ClassRow[];
}

/** What was done of one lesson. */
export interface Entry {
  /** Steps that are done, from the first on. */
  readonly steps: number;
  /** Its introduction was left for the first step. */
  readonly started?: true;
  /** It was played to its end. */
  readonly done: boolean;
  /** Answers to predictions by step; empty where it was only shown. */
  readonly answers: ReadonlyMap<number, readonly number[]>;
  /** Hints taken by step. */
  readonly hints: ReadonlyMap<number, number>;
  /** The solution was looked at. */
  readonly solution: boolean;
  /** For a part of the exam that was handed in. */
  readonly handed: Handed | undefined;
}

/** What was done, by the lesson's name. */
export type Progress = ReadonlyMap<string, Entry>;

/** A lesson that is played. */
export interface Stage {
  /** Its name in addresses; empty for the one an author writes. */
  readonly slug: string;
  /** The file's text, which the engine judges by. */
  readonly markdown: string;
  readonly file: LessonFile;
  /** It is a part of the exam. */
  readonly exam: boolean;
  /** The page that is shown: 0 is the introduction, then the steps, then the end. */
  readonly at: number;
  /** Seed of its runs. */
  readonly seed: number;
  /** What was done of it. */
  readonly entry: Entry;
  /** How steps were judged last, and for which text. */
  readonly judged: ReadonlyMap<number, { readonly judged: Judged; readonly text: string }>;
  /** The engine is judging. */
  readonly judging: boolean;
  /** How it is presented, if it is. */
  readonly presented: Presented | undefined;
}

/** The file an author writes. */
export interface Author {
  /** Its text. */
  readonly markdown: string;
  /** The file on the disk that is watched; its name. */
  readonly watching: string | undefined;
  /** What is wrong with it. */
  readonly complaints: readonly Complaint[];
  /** What keeps it from being sound once it is played; absent until it was. */
  readonly proof: readonly Complaint[] | undefined;
  /** It is being played. */
  readonly proving: boolean;
  /** What is shown is an earlier state of it: this one cannot be played. */
  readonly behind: boolean;
}

/** All of it. */
export interface Play {
  /** What lies over the page. */
  readonly over: "lessons" | "exam" | "class" | "certificate" | undefined;
  /** The certificate that is open; absent while it is being marked. */
  readonly certificate: Certificate | undefined;
  /** The class whose certificates are marked; absent until some are pasted. */
  readonly roster: Roster | undefined;
  readonly stage: Stage | undefined;
  readonly author: Author | undefined;
  readonly progress: Progress;
  /** Progress as a link, once it is worked out. */
  readonly link: string | undefined;
  /** The browser keeps progress. */
  readonly kept: boolean;
  /** What is said to those who cannot see it, and once in the list. */
  readonly notice: string;
  /** Words that the page's layout goes by, as in `on covered`. */
  readonly shape: string;
}

/** Nothing open. */
export const CLOSED: Play = {
  over: undefined,
  certificate: undefined,
  roster: undefined,
  stage: undefined,
  author: undefined,
  progress: new Map(),
  link: undefined,
  kept: true,
  notice: "",
  shape: "",
};

/** What goes with each thing done. */
interface LessonActionData {
  /** Goes to a page of the lesson. */
  page: { readonly at: number };
  /** Answers the prediction of the step that is shown; with nothing chosen it is shown all the same. */
  predict: { readonly chosen: readonly number[] };
  /** Judges the step that is shown. */
  check: object;
  /** Gives the next hint. */
  hint: object;
  /** Shows the solution. */
  solution: object;
  /** Puts the solution into the editor. */
  take: object;
  /** Begins the lesson anew, with its starter. */
  reset: object;
  /** Hands in a part of the exam. */
  "hand-in": object;
  /** Shows the hottest cell of a table or index. */
  band: { readonly which: "before" | "after"; readonly object: string };
  /** Shows a problem. */
  problem: { readonly finding: string };
  /** Shows a line of the text. */
  line: { readonly line: number };
  /** Brings what the step is about to the front. */
  look: object;
  /** Presents from a slide on; `undefined` stops. */
  present: { readonly slide: number | undefined };
  /** Reveals an answer or turns to another slide. */
  turn: { readonly to: Turn };
  /** Runs the map of a slide on other nodes. */
  nodes: { readonly to: NodesChange };
  /** Marks what the audience guesses. */
  guess: { readonly choice: number };
  /** Fills the screen, or no more. */
  "full-screen": object;
  /** Copies the link for a class. */
  class: object;
  /** Copies the certificate of the exam that was handed in, as a link. */
  certify: { readonly name: string };
  /** Marks the certificates whose links stand in a text, one a line. */
  roster: { readonly text: string };
  /** Closes what lies over the page. */
  close: object;
  /** Goes back to the playground. */
  leave: object;
  /** The author's file is another; `watching` names the one on the disk that it comes from. */
  write: { readonly markdown: string; readonly watching: string | undefined };
  /** Plays the author's lesson: starter, solution and wrong answers. */
  prove: object;
}

/** Name of something done. */
export type LessonActionName = keyof LessonActionData;
/** Names of what is done to the page around a lesson. */
const OF_PAGE = [
  "present",
  "turn",
  "nodes",
  "guess",
  "full-screen",
  "class",
  "certify",
  "roster",
  "close",
  "leave",
  "write",
  "prove",
] as const;
/** Name of something done to the page around a lesson. */
export type LessonPageActionName = (typeof OF_PAGE)[number];
/** Name of something a learner does, wherever the lesson is played. */
export type LearnerActionName = Exclude<LessonActionName, LessonPageActionName>;
/** One thing done, with what goes with it. */
export type LessonActionOf<D extends LessonActionName> = { readonly do: D } & LessonActionData[D];
/** Anything done to the page around a lesson. */
export type LessonPageAction = {
  [D in LessonPageActionName]: LessonActionOf<D>;
}[LessonPageActionName];
/** Anything done. */
export type LessonAction = { [D in LessonActionName]: LessonActionOf<D> }[LessonActionName];

/** Says whether something is done to the page around a lesson. */
export function isOfPage(action: LessonAction): action is LessonPageAction {
  return OF_PAGE.some((one) => one === action.do);
}

/** Name of the event that carries one. */
export const LESSON_ACTION = "hotsplit-lesson";

/** Sends one to the desk. */
export function learn(from: EventTarget, action: LessonAction): void {
  from.dispatchEvent(
    new CustomEvent(LESSON_ACTION, { detail: action, bubbles: true, composed: true }),
  );
}

/** The step that is shown, counted from 0; absent on the first and the last page. */
export function stepOf({ at, file }: Stage): number | undefined {
  return at > 0 && at <= file.steps.length ? at - 1 : undefined;
}

/** The prediction of the step that is shown has not been answered. */
export function unanswered(stage: Stage): boolean {
  const step = stepOf(stage);
  if (step === undefined || stage.file.steps[step]?.predict === undefined) return false;
  return !stage.entry.answers.has(step);
}

/** The picture would tell what is still to be predicted. */
export function isCovered(stage: Stage): boolean {
  // The introduction stands before the first question.
  return unanswered(stage.at === 0 ? { ...stage, at: 1 } : stage);
}

/** What stands in the place of a picture that is covered. */
export function coverText(stage: Stage): string {
  return unanswered(stage)
    ? "Predict first: answer the question in the lesson."
    : "The picture is shown with the first question.";
}

/** What belongs to a part of the exam that is not handed in yet. */
export function sitting({ exam, entry }: Stage): boolean {
  return exam && entry.handed === undefined;
}

/** Nothing of this page is left to do, so that one may go on. */
export function mayGoOn(stage: Stage): boolean {
  const step = stepOf(stage);
  if (step === undefined || stage.slug === "") return true;
  if (unanswered(stage)) return false;
  if (stage.exam || step < stage.entry.steps) return true;
  return stage.file.steps[step]?.checks.length === 0;
}

/** Everything holds, and every prediction was right. */
export function isPassed({ missed, right, asked }: Handed): boolean {
  return missed.length === 0 && right === asked;
}

/** Whether an answer is the right one. */
export function isRight(stage: Stage, step: number): boolean {
  const predict = stage.file.steps[step]?.predict;
  const chosen = stage.entry.answers.get(step) ?? [];
  return predict?.choices.every(({ right }, at) => right === chosen.includes(at)) ?? false;
}

declare global {
  interface HTMLElementEventMap {
    [LESSON_ACTION]: CustomEvent<LessonAction>;
  }
}
