/** Figures in lessons: their looks, and their code, which is fetched with the first that has one. */
import { unsafeCSS } from "lit";
import type { Block, LessonFile } from "../../../pkg/hotsplit.js";
import type { Asked } from "../engine/client.js";
import sheet from "../figures/figures.css?inline";

/** How figures look within an element of lessons; a sheet of the page does not reach there. */
export const figures = unsafeCSS(sheet);

/**
 * Fetches the code of figures where a lesson has one, and has their runs made by the engine that plays
 * the lesson. Without the code a figure stays empty.
 */
export function showFigures(
  { introduction, steps, real, solution }: LessonFile,
  { beside }: Pick<Asked, "beside">,
): void {
  const inSteps = steps.flatMap(({ blocks, predict }) => [...blocks, ...(predict?.why ?? [])]);
  const has = ({ kind, info }: Block) => kind === "code" && info === "figure";
  if (![...introduction, ...inSteps, ...real, ...solution].some(has)) return;
  import("../figures/figure.js").then(
    ({ useEngine }) => useEngine(beside),
    () => undefined,
  );
}
