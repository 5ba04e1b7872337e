/** What tests of this folder know of a page that is given what it does not expect. */
import { expect, type Page } from "@playwright/test";
import { editor, settled } from "../browser/page.js";

/** The whole text, of which the editor shows but the lines in view. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element: (Element & { text?: string }) | null = document.querySelector("hotsplit-editor");
    return element?.text ?? "";
  });
}

/** Waits until the page has done with the text as it stands: read and run, or refused in words. */
export async function done(page: Page, patience = 60_000): Promise<void> {
  await page.waitForFunction(
    () => {
      type Editor = { text?: string; analysed?: string };
      type Verdict = { verdict?: { kind: string }; busy?: boolean };
      const editor = document.querySelector<Element & Editor>("hotsplit-editor");
      const verdict = document.querySelector<Element & Verdict>("hotsplit-verdict");
      // What the build wrote of the first example still stands, or a lesson does.
      if (!verdict) return false;
      if (verdict.verdict?.kind === "held") return true;
      return editor?.text === editor?.analysed && !verdict.busy;
    },
    undefined,
    { timeout: patience, polling: 50 },
  );
}

/** Opens a link whose text may give nothing to run, and waits until the page has done with it. */
export async function visit(page: Page, fragment: string): Promise<void> {
  await page.goto(`./${fragment}`);
  await expect(page.locator("hotsplit-editor [aria-autocomplete]")).not.toHaveCount(0);
  await done(page);
}

/** Pastes over all of the text, as a person does: what is longer than a protocol's message, too. */
export async function paste(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await editor(page).evaluate((content, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const how = { clipboardData: data, bubbles: true, cancelable: true };
    content.dispatchEvent(new ClipboardEvent("paste", how));
  }, text);
}

/** An ordinary schema, which a page that works answers. */
const NORMAL = `CREATE TABLE EveryDay (
  EveryDayId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (EveryDayId);
`;

/** The page still answers, and answers rightly. */
export async function stillAnswers(page: Page): Promise<void> {
  await paste(page, NORMAL);
  await expect.poll(() => textOf(page)).toBe(NORMAL);
  await done(page);
  await settled(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("hotsplit-verdict")).toContainText("EveryDay");
  expect(await odd(page)).toEqual([]);
}

/** Numbers of the runs that are none, by where they stand; and words of the page that show one. */
export function odd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Results = Element & { maps?: { results?: { answer: unknown } } };
    const results: Results | null = document.querySelector("hotsplit-outcome");
    const found: string[] = [];
    const look = (value: unknown, path: string) => {
      if (typeof value === "number" && !Number.isFinite(value)) found.push(`${path}: ${value}`);
      else if (typeof value === "object" && value !== null) {
        for (const [name, inner] of Object.entries(value)) look(inner, `${path}.${name}`);
      }
    };
    look(results?.maps?.results?.answer, "answer");
    const read = (root: ParentNode) => {
      for (const one of root.querySelectorAll("*")) {
        if (!one.shadowRoot) continue;
        const text = [...one.shadowRoot.children]
          .filter((child) => !/^(STYLE|SCRIPT)$/.test(child.tagName))
          .map((child) => child.textContent)
          .join(" ");
        const wrong = /\b(NaN|Infinity|undefined|\[object Object\])|∞/.exec(text);
        if (wrong) found.push(`${one.tagName}: ${text.slice(wrong.index - 60, wrong.index + 60)}`);
        read(one.shadowRoot);
      }
    };
    read(document);
    return found;
  });
}
