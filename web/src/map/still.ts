/** Both maps as one picture, painted for it: what goes beside a link where nothing else may. */
import type { PaintAsk, Which } from "../../../pkg/hotsplit.js";
import type { Results, Surface } from "../engine/protocol.js";
import { type Kept, WHOLE } from "../state/state.js";
import { type Exported, exported, type File } from "./export.js";
import { PLAIN } from "./look.js";

/** Pixels of each map. Ours: twice the size it is shown at. */
const [WIDE, HIGH] = [1_040, 920];

/** Asks for a painting. */
export type Paint = (asked: {
  surface: Surface;
  ask: PaintAsk;
  done: (picture: ImageBitmap) => void;
}) => void;

/** The picture as a file. */
export async function still(
  results: Results,
  { palette, log }: Pick<Kept, "palette" | "log">,
  title: string,
  paint: Paint,
): Promise<File> {
  const runs: Exported[] = [];
  for (const which of ["before", "after"] as const) {
    const run = results.answer[which];
    const series = results[which];
    if (!run || !series) continue;
    const layer = await painted(which, { palette, log }, paint);
    const label = which === "before" ? "Before" : "After";
    runs.push({ which, label, run, cells: series.grid, frame: WHOLE, layers: [layer] });
  }
  const scale = results.answer.before.metrics.find(({ metric }) => metric === "cpu");
  const { tone, relative, mode } = PLAIN;
  return exported("svg", { title, runs, palette, log, tone, relative, mode, scale });
}

async function painted(
  which: Which,
  { palette, log }: Pick<Kept, "palette" | "log">,
  paint: Paint,
): Promise<HTMLCanvasElement> {
  const picture = await new Promise<ImageBitmap>((done) => {
    const ask: PaintAsk = {
      ...{ which, view: "keys" as const, width: WIDE, height: HIGH, palette, log },
      ...WHOLE,
    };
    paint({ surface: `${which} small`, ask, done });
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return canvas;
}
