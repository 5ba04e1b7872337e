/** What the gallery of shapes is made of: see `web/content/shapes` and `vite.shapes.ts`. */
import type { RowsBy } from "../../../pkg/hotsplit.js";
import type { PresetEntry } from "./preset-data.js";

/** What there is to start from. */
export interface Start
  extends Pick<PresetEntry, "text" | "texts" | "run" | "nodes" | "writesPerSecond" | "minutes"> {
  /** What the rows of its maps are, where it matters. */
  readonly rowsBy?: RowsBy;
}

/** A shape of the gallery. */
export interface Shape {
  /** The engine's id: `moving-hot-spot`. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** What the schema is about. */
  readonly about: string;
  /** The picture in words that do not name the shape. */
  readonly seen: string;
  /** What to look for. */
  readonly look: string;
  /** What it means. */
  readonly means: string;
  /** What to do. */
  readonly advice: string;
  /** Ids of three others to choose from. */
  readonly wrong: readonly string[];
  /** What its picture is of. */
  readonly start: Start;
  /** Address of the picture. */
  readonly picture: string;
}
