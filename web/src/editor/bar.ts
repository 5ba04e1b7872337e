/** The line above the text: what is shown, how it is read, and what can be done with a file. */
import { html, nothing, type TemplateResult } from "lit";
import type { DialectChoice, SourceDatabase } from "../../../pkg/hotsplit.js";
import type { MenuItem } from "../ui/menu.js";
import "../ui/menu.js";

const DIALECTS: ReadonlyMap<DialectChoice, string> = new Map([
  ["googlesql", "GoogleSQL"],
  ["postgresql", "PostgreSQL"],
]);

/** Databases whose dumps are ported. */
const SOURCES: readonly (readonly [SourceDatabase, string])[] = [
  ["mysql", "MySQL"],
  ["postgresql", "PostgreSQL"],
];

/** How a text was read. */
export interface ReadAs {
  readonly dialect: DialectChoice;
  /** It is a dump of another database. */
  readonly source?: SourceDatabase | undefined;
}

/** The dialect as a quiet button with a menu, and the other databases that a text may be from. */
export function dialectMenu(
  choice: DialectChoice,
  read: ReadAs | undefined,
  choose: (dialect: DialectChoice) => void,
  port: (from: SourceDatabase) => void,
): TemplateResult {
  const source = SOURCES.find(([from]) => from === read?.source)?.[1];
  const detected = source ?? (read && DIALECTS.get(read.dialect)) ?? "Dialect";
  const item = (value: DialectChoice, label: string): MenuItem => ({
    label,
    checked: value === choice,
    act: () => choose(value),
  });
  return html`<hotsplit-menu
    class="dialect"
    .name=${"Dialect"}
    .label=${choice === "auto" ? (read ? `${detected} (detected)` : detected) : (DIALECTS.get(choice) ?? "")}
    .items=${[
      item("auto", "Detect from the schema"),
      ...[...DIALECTS].map(([value, label]) => item(value, label)),
      ...SOURCES.map(
        ([from, label]): MenuItem => ({
          label: `Port from ${label}`,
          checked: choice === "auto" && from === read?.source,
          act: () => port(from),
        }),
      ),
    ]}
  ></hotsplit-menu>`;
}

/** What can be done with the text as a file, and the search. */
export function fileMenu(items: readonly MenuItem[]): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<hotsplit-menu end .label=${"Open…"} .items=${items}></hotsplit-menu>`;
}
