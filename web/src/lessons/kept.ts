/** What this browser keeps of lessons: progress, and the text of each lesson that was begun. */
import type { Chosen } from "../../../pkg/hotsplit.js";
import { tried } from "../session/links.js";
import { browser } from "../session/storage.js";
import { EMPTY, toJson } from "../state/state.js";
import {
  merged,
  type Progress,
  fromJson as progressOf,
  toJson as progressToJson,
} from "./progress.js";

const { read, write } = browser;

const PROGRESS = "hotsplit.lessons";
const TEXT = "hotsplit.lesson.";
const AUTHOR = "hotsplit.author";

/** What was done so far. */
export function readProgress(): Progress {
  try {
    const json = read(PROGRESS);
    return json === undefined ? new Map() : progressOf(json);
  } catch {
    // Of a form that is not known: it begins anew.
    return new Map();
  }
}

/** Keeps progress beside what another tab may have kept meanwhile; says whether it is kept. */
export function writeProgress(progress: Progress): boolean {
  return write(PROGRESS, progressToJson(merged(progress, readProgress())));
}

/** Forgets what was done of a lesson, and its text. */
export function forget(slug: string): void {
  const rest = new Map(readProgress());
  rest.delete(slug);
  write(PROGRESS, progressToJson(rest));
  write(TEXT + slug, undefined);
}

/** What a learner made of a lesson's schema. */
export interface Made {
  readonly text: string;
  readonly chosen: readonly Chosen[];
}

/** The text a learner left a lesson with. */
export function readMade(slug: string): Made | undefined {
  return tried(read(TEXT + slug))?.kept;
}

/** Keeps the text of a lesson. */
export function writeMade(slug: string, { text, chosen }: Made): void {
  write(TEXT + slug, toJson({ ...EMPTY.kept, text, chosen }, ""));
}

/** Where progress and texts of lessons are kept: this file, or nowhere. */
export interface Keeper {
  readonly readProgress: () => Progress;
  readonly writeProgress: (progress: Progress) => boolean;
  readonly forget: (slug: string) => void;
  readonly readMade: (slug: string) => Made | undefined;
  readonly writeMade: (slug: string, made: Made) => void;
}

/** Keeps nothing. */
export const NOWHERE: Keeper = {
  readProgress: () => new Map(),
  writeProgress: () => false,
  forget: () => {},
  readMade: () => undefined,
  writeMade: () => {},
};

/** The lesson that was being written. */
export function readAuthor(): string | undefined {
  return read(AUTHOR);
}

/** Keeps the lesson that is being written. */
export function writeAuthor(markdown: string): void {
  write(AUTHOR, markdown);
}
