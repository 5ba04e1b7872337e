/** The policy that each page carries: it holds in the browser, not only in the file. */
import { expect, type Page } from "@playwright/test";
import { settled, test } from "./page.js";

/** What is rejected is told on the console. Playwright keeps service workers away by taking their `register`. */
test.use({ broken: true, serviceWorkers: "allow" });

/** The name of the error that each way to a script from a bare string ends with. */
function refusals(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const ways: Record<string, () => unknown> = {
      markup: () => {
        document.createElement("div").innerHTML = "<img>";
      },
      address: () => {
        document.createElement("script").src = "./theme.js";
      },
      script: () => {
        document.createElement("script").text = "1";
      },
      worker: () => new Worker("./theme.js"),
      service: () => navigator.serviceWorker.register("./theme.js"),
      frame: () => {
        document.createElement("iframe").srcdoc = "<p>";
      },
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy("another", {}),
    };
    const ended = Object.entries(ways).map(async ([name, way]) => {
      try {
        await way();
        return [name, "allowed"] as const;
      } catch (error) {
        return [name, error instanceof Error ? error.name : String(error)] as const;
      }
    });
    return Promise.all(ended).then((all) => Object.fromEntries(all));
  });
}

for (const name of [
  "index.html",
  "embed.html",
  "lessons/bit-reversal.html",
  "why-one-server-melts.html",
  "myths.html",
]) {
  test(`no script comes from a bare string: ${name}`, async ({ page }) => {
    await page.goto(name);
    if (name === "index.html") await settled(page);
    const ended = await refusals(page);
    for (const [way, how] of Object.entries(ended)) expect(how, way).toBe("TypeError");
    expect(Object.keys(ended)).toHaveLength(7);
  });
}

test("the page's own policy makes no address of another origin a script's", async ({ page }) => {
  // What the page hands to `createPolicy`, asked as it asks.
  await page.addInitScript(() => {
    type Rules = { createScriptURL?: (url: string) => string };
    type Types = { createPolicy(name: string, rules: Rules): unknown };
    const { trustedTypes } = window as unknown as { trustedTypes: Types };
    const create = trustedTypes.createPolicy.bind(trustedTypes);
    trustedTypes.createPolicy = (name, rules) => {
      if (name === "hotsplit") Object.assign(window, { rules });
      return create(name, rules);
    };
  });
  await page.goto("./");
  await settled(page);
  const ask = (url: string) =>
    page.evaluate((url) => {
      const { rules } = window as unknown as { rules: { createScriptURL(url: string): string } };
      try {
        return rules.createScriptURL(url);
      } catch {
        return "refused";
      }
    }, url);
  expect(await ask("https://example.com/worker.js")).toBe("refused");
  expect(await ask("data:text/javascript,1")).toBe("refused");
  expect(await ask("./sw.js")).toBe("./sw.js");
});
