/** The line above the text: what is shown, how it is read, and what can be done with a file. */
import { html, nothing, type TemplateResult } from "lit";
import type { DialectChoice } from "../../../pkg/hotsplit.js";
import type { MenuItem } from "../ui/menu.js";
import "../ui/menu.js";

const DIALECTS: ReadonlyMap<DialectChoice, string> = new Map([
  ["googlesql", "GoogleSQL"],
  ["postgresql", "PostgreSQL"],
]);

/** The dialect as a quiet button with a menu. */
export function dialectMenu(
  choice: DialectChoice,
  read: DialectChoice | undefined,
  choose: (dialect: DialectChoice) => void,
): TemplateResult {
  const detected = (read && DIALECTS.get(read)) ?? "Dialect";
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
    ]}
  ></hotsplit-menu>`;
}

/** What can be done with the text as a file, and the search. */
export function fileMenu(items: readonly MenuItem[]): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<hotsplit-menu end .label=${"Open…"} .items=${items}></hotsplit-menu>`;
}
