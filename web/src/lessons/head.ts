/** The head of a lesson's file: what the list shows of it. The engine reads the rest. */

/** What stands above a lesson's introduction. */
export interface Head {
  /** Its heading. */
  readonly title: string;
  /** Minutes that it takes a person; 0 where the file does not say. */
  readonly minutes: number;
  /** What it is about, as in `the moving tail`. */
  readonly topic: string;
  /** Ids of the claims it teaches. */
  readonly teaches: readonly string[];
  /** How many steps it has. */
  readonly steps: number;
}

/** A lesson's name in addresses: that of its file, without the number; an exam keeps its own. */
export function slugOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/^\d+-/, "").replace(/\.md$/, "");
}

/** Reads the head of a lesson. What is missing is empty: the engine complains of it. */
export function headOf(markdown: string): Head {
  const lines = markdown.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith("# "));
  const fields: (readonly [string, string])[] = [];
  for (const line of lines.slice(start + 1)) {
    const [, name, value] = /^([a-z]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.push([name, value.trim()]);
    else if (line.trim() !== "") break;
  }
  const all = (of: string) => fields.flatMap(([name, value]) => (name === of ? [value] : []));
  return {
    title: (lines[start] ?? "").slice(2).trim(),
    minutes: Number(all("minutes")[0]) || 0,
    topic: all("topic")[0] ?? "",
    teaches: all("teaches").flatMap((ids) => ids.split(",").map((id) => id.trim())),
    steps: lines.filter((line) => line.startsWith("## Step:")).length,
  };
}
