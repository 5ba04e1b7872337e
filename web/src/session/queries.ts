/** What the maps ask of the engine about the runs that are shown. */
import type {
  AddAsk,
  AddedLoad,
  Histogram,
  HistogramAsk,
  Metric,
  Probe,
  ProbeAsk,
  RowTrace,
  RowTraceAsk,
} from "../../../pkg/hotsplit.js";
import type { Asked } from "../engine/client.js";
import type { Fields } from "../engine/protocol.js";
import type { Painting, Pictures, Screen } from "./pictures.js";
import type { Questions } from "./questions.js";

/** Questions about runs. None has an answer where the engine stopped or something newer was asked. */
export interface MapQueries {
  /** What is known of a cell. */
  probe(ask: ProbeAsk): Promise<Probe | undefined>;
  /** The cells of another metric than the load of a split. */
  fields(metric: Metric): Promise<Fields | undefined>;
  /** How many cells are how bright. */
  histogram(ask: HistogramAsk): Promise<Histogram | undefined>;
  /** The load that a part of a map stands for. */
  added(ask: AddAsk): Promise<AddedLoad | undefined>;
  /** Where rows of one run are in the other. */
  trace(ask: RowTraceAsk): Promise<RowTrace | undefined>;
  /** A picture. */
  paint(painting: Painting): Promise<ImageBitmap | undefined>;
  /** Shows a picture on a screen, and those of runs to come. */
  show(painting: Painting, screen: Screen): Promise<void>;
}

/** Whose questions they are. */
interface Asking {
  readonly engine: Asked;
  readonly pictures: Pictures;
  readonly questions: Pick<Questions, "answered">;
  /** Called after a single picture was shown. */
  readonly painted?: ReadonlySet<() => void>;
}

/** The questions of one page. */
export function mapQueries(page: Asking): MapQueries {
  const { engine, pictures, questions } = page;
  const answered = <T>(question: Promise<T>) => questions.answered(question);
  let asked = 0;
  /** Each of its own kind: none takes another's place, not even one that asks the same. */
  const ownKind = () => ({ kind: String(++asked) });
  return {
    probe: (ask) => answered(engine.ask("probe", ask, ownKind())),
    fields: (metric) => answered(engine.ask("fields", { metric })),
    histogram: (ask) => answered(engine.ask("histogram", ask, { later: true })),
    added: (ask) => answered(engine.ask("added", ask)),
    trace: (ask) => answered(engine.ask("trace", ask, ownKind())),
    paint: (painting) => answered(pictures.paint(painting)),
    show: async (painting, screen) => {
      await answered(pictures.show(painting, screen));
      for (const listener of page.painted ?? []) listener();
    },
  };
}
