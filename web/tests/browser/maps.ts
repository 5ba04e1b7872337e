/** What the browser tests of the maps share. */
import { expect, type Locator, type Page } from "@playwright/test";
import { linkOf, open, settled } from "./page.js";

/** The map itself, which takes the mouse and the keys. */
export const map = (page: Page, which = "Before"): Locator =>
  page.getByRole("region", { name: which, exact: true }).getByRole("application");

/** The part of a map in view. */
export async function frame(page: Page, which = "before") {
  return page.evaluate((which) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll("*")].flatMap((one) => [
        one,
        ...(one.shadowRoot ? all(one.shadowRoot) : []),
      ]);
    const maps = all(document).filter((one) => one.localName === "hotsplit-heatmap");
    const one = maps.find((map) => Reflect.get(map, "which") === which);
    return one && Reflect.get(one, "frame");
  }, which);
}

/** A point of a map, from fractions of its box. */
export async function point(page: Page, x: number, y: number, which = "Before") {
  const box = await map(page, which).boundingBox();
  if (!box) throw new Error("no map");
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Waits for both maps: the recommended fixes are previewed. */
export async function both(page: Page): Promise<void> {
  await expect(map(page, "After")).toBeVisible();
  await settled(page);
}

/** Opens the page with a schema and what is set on its maps, in colours that are told apart. */
export async function openWith(page: Page, text: string, look: object = {}, kept: object = {}) {
  await open(page, linkOf({ text, palette: "inferno", log: true, ...kept, view: { look } }));
}

/** Tables of which every fifth sends its inserts to one place. */
export function tables(many: number): string {
  return Array.from({ length: many }, (_, at) => {
    const name = `${["orders", "a_rather_long_name_of_a_table", "users"][at % 3]}_${at}`;
    const key =
      at % 5 === 0
        ? "Id TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),"
        : "Id STRING(36) NOT NULL, -- UUID v4";
    return `CREATE TABLE ${name} (\n  ${key}\n  Body STRING(MAX),\n) PRIMARY KEY (Id);`;
  }).join("\n");
}
