/** Both maps as one picture, painted for it: what goes beside a link where nothing else may. */
import type { Which } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { MapQueries } from "../session/queries.js";
import { MAP } from "../state/map.js";
import { type Kept, WHOLE } from "../state/state.js";
import { withoutCode } from "../ui/words.js";
import { type Exported, exported, type File } from "./export.js";

/** Pixels of each map. Ours: twice the size it is shown at. */
const [WIDE, HIGH, SERVERS] = [1_040, 920, 80];

/** How the maps are painted. */
type Look = Pick<Kept, "palette" | "log">;

/** The picture as a file. */
export async function still(
  results: Results,
  { palette, log }: Look,
  {
    title,
    version,
    date,
  }: { readonly title: string; readonly version: string; readonly date: Date },
  queries: Pick<MapQueries, "paint">,
): Promise<File> {
  const runs: Exported[] = [];
  const { answer } = results;
  for (const which of ["before", "after"] as const) {
    const run = answer[which];
    const series = results[which];
    if (!run || !series) continue;
    const keys = await painted(which, "keys", { palette, log }, queries);
    const servers = await painted(which, "servers", { palette, log }, queries);
    const label = which === "before" ? "Before" : "After";
    const own = keys ? [keys] : [];
    runs.push({ which, label, run, cells: series.grid, frame: WHOLE, layers: own, servers });
  }
  const scale = answer.before.metrics.find(({ metric }) => metric === "cpu");
  const { tone, relative, mode } = MAP;
  const said = { title, assumed: withoutCode(answer.verdict.assumed), version, date };
  return exported("svg", { ...said, runs, palette, log, tone, relative, mode, scale });
}

async function painted(
  which: Which,
  view: "keys" | "servers",
  { palette, log }: Look,
  queries: Pick<MapQueries, "paint">,
): Promise<HTMLCanvasElement | undefined> {
  const height = view === "keys" ? HIGH : SERVERS;
  const picture = await queries.paint({
    surface: `${which} small`,
    ask: { which, view, width: WIDE, height, palette, log, ...WHOLE },
  });
  if (!picture) return undefined;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return canvas;
}
