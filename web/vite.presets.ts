/**
 * Workloads to start from, as data of the site: `virtual:presets`, read from `content/presets`.
 */
import type { RunKnobs } from "../pkg/hotsplit.js";
import type { PresetChange, PresetEntry, PresetText } from "./src/state/preset-data.js";
import { type ContentFile, dataOf, filesOf, type Reader } from "./vite.content.js";

/** A schema below a heading, in each dialect; those above the first heading are the schema as it is. */
interface Section {
  readonly heading: string | undefined;
  readonly texts: PresetText[];
  splitPointsPerNode: number;
}

function presetOf(file: ContentFile): PresetEntry {
  const [before, ...others] = sectionsOf(file);
  const [first] = before?.texts ?? [];
  if (!before || !first) throw file.error("expected a block `sql`");
  const changes = others.flatMap(({ heading, texts, splitPointsPerNode }): PresetChange[] => {
    const title = /^Change: (.+)$/.exec(heading ?? "")?.[1];
    if (title === undefined) return [];
    return [{ title, texts: texts.length > 0 ? texts : before.texts, splitPointsPerNode }];
  });
  return {
    id: file.slug,
    title: file.title,
    about: file.about,
    ...first,
    texts: before.texts,
    changes,
    alternatives: file.field("alternatives") === "yes",
    nodes: file.number("nodes"),
    writesPerSecond: file.number("writes"),
    minutes: file.number("minutes"),
    run: runOf(file),
    sources: file.all("source"),
  };
}

function sectionsOf(file: ContentFile): Section[] {
  const section = (heading?: string): Section => ({ heading, texts: [], splitPointsPerNode: 0 });
  let last = section();
  const sections = [last];
  for (const { kind, info, text } of file.blocks) {
    if (kind === "heading") {
      last = section(text);
      sections.push(last);
    } else if (kind === "item") {
      const points = /^split-points: (.+)$/.exec(text)?.[1];
      if (points === undefined) throw file.error(`expected \`split-points: …\`, found "${text}"`);
      last.splitPointsPerNode = file.number("split-points", points);
    } else if (kind === "code" && (info === "sql" || info === "sql pg")) {
      const dialect = info === "sql" ? "googlesql" : "postgresql";
      last.texts.push({ dialect, text: `${text}\n` });
    }
  }
  return sections;
}

/**
 * What a run is set to beside its numbers. The splits that tables start in are given as split points
 * for each node, which comes to the same where one table bears the load.
 */
function runOf(file: ContentFile): RunKnobs {
  const { pace } = file;
  const [batch, splits] = [file.numberIf("commit-batch"), file.numberIf("splits")];
  const points =
    splits === undefined ? file.numberIf("split-points") : splits / file.number("nodes");
  return {
    ...(pace === undefined ? {} : { pace }),
    ...(batch === undefined ? {} : { commitBatch: batch }),
    ...(points === undefined ? {} : { splitPointsPerNode: points }),
  };
}

/** All of them, in the order in which they are listed. */
export const presetsOf = (reader: Reader): PresetEntry[] =>
  filesOf("presets", reader).map(presetOf);

/** Gives them to whoever imports them. */
export const presets = dataOf("presets", "presets", presetsOf);
