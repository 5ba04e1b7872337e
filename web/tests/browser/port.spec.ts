/** A dump of another database: one line, the view of it beside its port, decisions, and its use. */
import { expect, type Locator, type Page } from "@playwright/test";
import { cleanInSchemes } from "./axe.js";
import { copiedLink, editor, findings, open, settled, test, write } from "./page.js";
import { WHOLE } from "./sample.js";

const DUMP = `-- MySQL dump 10.13
CREATE TABLE \`customers\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`email\` varchar(100) DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`email\` (\`email\`)
) ENGINE=InnoDB;
CREATE TABLE \`orders\` (
  \`id\` bigint NOT NULL AUTO_INCREMENT,
  \`customer_id\` int NOT NULL,
  \`state\` enum('new','paid') DEFAULT 'new',
  \`words\` text,
  PRIMARY KEY (\`id\`),
  FULLTEXT KEY \`words\` (\`words\`)
) ENGINE=InnoDB;
CREATE TABLE \`visits\` (\`seen\` varchar(20), \`page\` text) ENGINE=InnoDB;
INSERT INTO \`orders\` VALUES (1,1,'new','a;b'),(2,1,'paid',NULL);
CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW SET NEW.words = '';
`;

const POSTGRES = `CREATE TABLE public.ledger (
    id bigint NOT NULL,
    booked_at timestamp without time zone DEFAULT now()
);
ALTER TABLE public.ledger OWNER TO postgres;
ALTER TABLE ONLY public.ledger ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);
`;

const offer = (page: Page) => page.locator("hotsplit-port-offer");
const view = (page: Page) => page.locator("hotsplit-port");
const side = (page: Page, name: string | RegExp) => view(page).getByRole("region", { name });

/** The text of the page, of which the editor shows but the lines in view. */
const textOf = (page: Page) =>
  page.evaluate(() => {
    const element: (Element & { text?: string }) | null = document.querySelector("hotsplit-editor");
    return element?.text ?? "";
  });

/** Puts a dump on the page and waits for its line. */
async function dump(page: Page, text = DUMP): Promise<Locator> {
  await open(page);
  await write(page, text);
  await expect(offer(page)).toContainText("Ported as it is:");
  return offer(page);
}

/** Opens the view of it. */
async function opened(page: Page): Promise<Locator> {
  await dump(page);
  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  await expect(side(page, "Port: GoogleSQL")).toContainText("CREATE TABLE customers");
  return view(page);
}

test("a dump is one line, its port a view, and decisions are written into the dump", async ({
  page,
}) => {
  const line = await dump(page);
  await expect(line.getByRole("heading")).toHaveText(
    "A MySQL dump, 3 tables, 63 B of rows set aside.",
  );
  await expect(line).toContainText("Ported as it is: 2 hot keys; with these choices: none.");
  // Nothing else is said of what Spanner does not take as it is.
  await expect(page.locator("hotsplit-verdict")).toBeHidden();
  await expect(page.locator("hotsplit-outcome")).toBeHidden();

  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  await expect(view(page).getByRole("heading", { name: "Source → Spanner" })).toBeFocused();
  await expect(side(page, "Source: MySQL")).toContainText("AUTO_INCREMENT");
  await expect(side(page, "Port: GoogleSQL")).toContainText("BIT_REVERSED_POSITIVE");
  const losses = side(page, "Losses and decisions");
  for (const name of ["To decide", "Lost", "Kept in another form"])
    await expect(losses.getByRole("list", { name })).toBeVisible();
  await expect(losses).toContainText("CREATE TRIGGER is left out");

  await losses.getByRole("radio", { name: "By the application", exact: true }).check();
  await expect(side(page, "Port: GoogleSQL")).not.toContainText("BIT_REVERSED_POSITIVE");
  await expect(view(page)).toContainText(
    "with these choices: none, with 2 questions about its keys still open.",
  );
  expect(await textOf(page)).toBe(`-- hotsplit: file ids=keep\n${DUMP}`);
  await expect(
    losses.getByRole("radio", { name: "By the application", exact: true }),
  ).toBeChecked();

  const key = losses.getByRole("textbox", { name: "Primary key columns of visits" });
  await key.fill("seen,, ");
  await losses.getByRole("button", { name: "Set the key" }).click();
  await expect(page.getByRole("alert")).toContainText("Expected columns separated by commas");
  expect(await textOf(page)).toBe(`-- hotsplit: file ids=keep\n${DUMP}`);
  await key.fill("seen");
  await losses.getByRole("button", { name: "Set the key" }).click();
  await expect(side(page, "Port: GoogleSQL")).toContainText("PRIMARY KEY (seen)");
  expect(await textOf(page)).toContain("-- hotsplit: table visits pk(seen)\n");

  await view(page).getByRole("radio", { name: "PostgreSQL" }).check({ force: true });
  await expect(side(page, "Port: PostgreSQL")).toContainText("bigint");
  expect(await textOf(page)).toContain("-- hotsplit: file ids=keep to=postgresql\n");
});

test("the port becomes the schema, and the source can be gone back to", async ({ page }) => {
  await opened(page);
  await page.getByRole("button", { name: "Use this schema" }).click();
  await settled(page);
  await expect(view(page)).toHaveCount(0);
  await expect(page.locator("hotsplit-verdict").getByRole("heading")).toHaveText(
    "No hot keys in 3 tables.",
  );
  const port = await textOf(page);
  expect(port).toContain("CREATE TABLE customers (");
  // The dump without any choice runs beside it, and is hotter.
  const numbers = (which: string) => page.getByRole("region", { name: `Numbers ${which}` });
  await expect(numbers("before")).toContainText("Ported as it is");
  await expect(numbers("after")).toContainText("Now, as ported with these choices");
  const hottest = async (which: string) =>
    Number.parseFloat((await numbers(which).locator("[data-figure=hottest]").textContent()) ?? "");
  expect(await hottest("before")).toBeGreaterThan(await hottest("after"));
  await findings(page);
  // Nothing of the port is there any more, not even its worker.
  await expect.poll(() => page.workers().length).toBe(1);

  await page.getByRole("button", { name: "Back to the source" }).click();
  await expect(offer(page)).toContainText("Ported as it is:");
  expect(await textOf(page)).toBe(DUMP);
  await expect(page.getByRole("button", { name: "Back to the source" })).toHaveCount(0);

  // Undo leads there as well.
  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  await page.getByRole("button", { name: "Use this schema" }).click();
  await settled(page);
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => textOf(page)).toBe(DUMP);
});

test("lines that belong together are lit on both sides, by keyboard and by mouse", async ({
  page,
}) => {
  await opened(page);
  const lit = (name: RegExp) => side(page, name).locator(".hs-tied");
  const source = side(page, /^Source/).getByRole("textbox");
  await source.locator(".cm-line", { hasText: "`state`" }).click();
  await expect(lit(/^Port/)).toHaveText([/state STRING\(4\)/]);
  await expect(lit(/^Source/)).toHaveText([/`state`/]);
  await page.keyboard.press("ArrowUp");
  await expect(lit(/^Port/)).toHaveText([/customer_id INT64/]);

  const port = side(page, /^Port/).getByRole("textbox");
  await port.locator(".cm-line", { hasText: "email STRING" }).hover();
  await expect(lit(/^Source/)).toHaveText([/`email` varchar/]);
  await page.getByRole("heading", { name: "Source → Spanner" }).hover();
  await expect(lit(/^Source/)).toHaveText([/`customer_id`/]);

  // A loss leads to its line on both sides.
  const losses = side(page, "Losses and decisions");
  await losses.getByRole("listitem").filter({ hasText: "FULLTEXT" }).getByRole("button").click();
  await expect(lit(/^Source/)).toHaveText([/FULLTEXT KEY/]);
  // Neither side can be typed into.
  await source.focus();
  await page.keyboard.insertText("x");
  await expect(source).not.toContainText("x`id`");
  expect(await textOf(page)).toBe(DUMP);
});

test("the losses of all groups are those that the heading counts", async ({ page }) => {
  await opened(page);
  const losses = side(page, "Losses and decisions");
  await expect(losses.getByRole("heading", { level: 4 })).not.toHaveCount(0);
  // Of decisions it is said how many losses each answers where they are not as many.
  const numbers = (await losses.getByRole("heading", { level: 4 }).allTextContents()).map((text) =>
    Number((/\(([\d,]+) loss/.exec(text) ?? / ([\d,]+)$/.exec(text.trim()))?.[1]?.replace(",", "")),
  );
  const sum = numbers.reduce((one, other) => one + other, 0);
  await expect(losses.getByRole("heading", { level: 3 })).toHaveText(`Losses ${sum}`);
});

test("a badge says what became of a statement, and leads to its losses", async ({ page }) => {
  await opened(page);
  const source = side(page, /^Source/).getByRole("textbox");
  const losses = side(page, "Losses and decisions");
  const lines = source.locator(".cm-line", { has: page.locator(".badge") });
  // A decision counts in each statement that it is about; what is done to rows is no outcome.
  await expect(lines).toHaveText([
    /^CREATE TABLE `customers` \(3 to decide$/,
    /^CREATE TABLE `orders` \(2 to decide, 1 lost$/,
    /^CREATE TABLE `visits` .*1 to decide/,
    /^CREATE TRIGGER .*1 lost$/,
  ]);
  const badge = source.getByRole("button", {
    name: /1 lost: show the losses of CREATE TRIGGER t$/,
  });
  await badge.focus();
  await page.keyboard.press("Enter");
  await expect(losses).toContainText("CREATE TRIGGER t, line 18: 1 lost.");
  await expect(losses.getByText("CREATE TRIGGER t, line 18")).toBeFocused();
  await expect(losses.getByRole("heading", { level: 3 })).toHaveText(/^Losses 1 of \d+$/);
  await expect(losses.getByRole("listitem").filter({ hasText: "migrate-" })).toHaveCount(1);

  // Of a statement a decision is made as of all, and its losses stay in view.
  await source.getByRole("button", { name: /show the losses of CREATE TABLE visits$/ }).click();
  await losses.getByRole("textbox", { name: "Primary key columns of visits" }).fill("seen");
  await losses.getByRole("button", { name: "Set the key" }).click();
  await expect(losses).toContainText("CREATE TABLE visits, line 17: ");
  await expect(lines.filter({ hasText: "visits" })).not.toContainText("to decide");

  await losses.getByRole("button", { name: "Show all losses" }).click();
  await expect(losses.getByRole("group", { name: "Losses" })).toBeFocused();
  await expect(losses.getByRole("heading", { level: 3 })).toHaveText(/^Losses \d+$/);
});

test("views, unsigned numbers and UUIDs are decided in place", async ({ page }) => {
  const source = `-- MySQL dump 10.13
CREATE TABLE \`t\` (
  \`id\` varchar(9) NOT NULL,
  \`hits\` bigint unsigned,
  \`ref\` uuid,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
CREATE VIEW \`v\` AS SELECT \`id\` FROM \`t\`;
`;
  await dump(page, source);
  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  const port = side(page, "Port: GoogleSQL");
  const losses = side(page, "Losses and decisions");
  const choose = (question: string, choice: string | RegExp) =>
    losses.getByRole("group", { name: question }).getByRole("radio", { name: choice }).check();
  await expect(port).toContainText("hits INT64");

  await choose("Does BIGINT UNSIGNED hold values from 2^63 on?", /^Yes/);
  await expect(port).toContainText("hits NUMERIC");
  await expect(port).toContainText("ref STRING(36)");
  await choose("How are UUIDs kept?", /^As 16 bytes/);
  await expect(port).toContainText("ref BYTES(16)");
  await choose("How are UUIDs kept?", "As UUIDs of Spanner");
  await expect(port).toContainText("ref UUID");

  // A view is lost, and what is not needed is not: its row moves, and the focus with it.
  const line = side(page, /^Source/).locator(".cm-line", { hasText: "CREATE VIEW" });
  await expect(line).toContainText("1 lost");
  await choose("Does the application need the views?", /^No/);
  await expect(line).toContainText("Left out");
  const needless = losses.getByRole("list", { name: "Left out without effect" });
  await expect(needless.getByRole("radio", { name: /^No/ })).toBeFocused();
  expect(await textOf(page)).toBe(
    `-- hotsplit: file unsigned=numeric uuid=uuid views=skip\n${source}`,
  );
});

test("the type of numbers without digits is stated for all such columns at once", async ({
  page,
}) => {
  const source =
    "CREATE TABLE t (id text PRIMARY KEY, a numeric, b numeric);\nALTER TABLE t OWNER TO postgres;\n";
  await dump(page, source);
  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  const losses = side(page, "Losses and decisions");
  await losses
    .getByRole("group", { name: "What type holds all values?" })
    .getByRole("button", { name: "STRING: every digit" })
    .click();
  await expect(side(page, "Port: GoogleSQL")).toContainText("b STRING(MAX)");
  await expect(losses.getByRole("group", { name: "What type holds all values?" })).toHaveCount(0);
  await expect(losses.getByRole("group", { name: "Losses" })).toBeFocused();
  expect(await textOf(page)).toBe(
    `-- hotsplit: column t.a as(STRING(MAX))\n-- hotsplit: column t.b as(STRING(MAX))\n${source}`,
  );
});

test(
  "zone, level, enumerations, scales and ids of one table are decided in place",
  WHOLE,
  async ({ page }) => {
    const source = `-- MySQL dump 10.13
CREATE TABLE \`Order Lines\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`state\` enum('new','paid'),
  \`price\` decimal(9,2),
  \`at\` datetime,
  \`changed\` timestamp NOT NULL ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;
CREATE TABLE \`carts\` (\`id\` int NOT NULL AUTO_INCREMENT, PRIMARY KEY (\`id\`)) ENGINE=InnoDB;
`;
    await dump(page, source);
    await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
    const port = side(page, "Port: GoogleSQL");
    const losses = side(page, "Losses and decisions");
    const group = (question: string) => losses.getByRole("group", { name: question });
    const choose = (question: string, choice: string | RegExp) =>
      group(question).getByRole("radio", { name: choice }).check();

    await choose("Does Spanner refuse values that are not listed?", /^No/);
    await expect(port).not.toContainText("CHECK (state IN");
    await choose("Does Spanner refuse numbers outside the range or scale of their type?", /^Yes/);
    await expect(port).toContainText("CHECK (price = ROUND(price, 2))");
    await choose("Who sets the column on each update?", /^Spanner/);
    await expect(port).toContainText("ON UPDATE (PENDING_COMMIT_TIMESTAMP())");
    const zone = losses.getByRole("textbox", { name: "In which time zone are times without one?" });
    await expect(zone).toHaveValue("UTC");
    const before = await textOf(page);
    await zone.fill("time of Berlin");
    await zone.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Expected a time zone, for example");
    expect(await textOf(page)).toBe(before);
    await zone.fill("Europe/Berlin");
    await zone.press("Enter");
    await expect(losses).toContainText("times of Europe/Berlin");

    // Ids of one of two tables, and back to those of both.
    await losses
      .getByRole("listitem")
      .filter({ has: page.getByText("How are ids generated?") })
      .getByRole("button", { name: "Show 2 places" })
      .click();
    await losses.getByRole("button", { name: "Decide for this table" }).first().click();
    const own = group("How are ids of this table generated?");
    await expect(
      own.getByRole("radio", { name: "By Spanner, bit-reversed numbers" }),
    ).toBeFocused();
    await choose("How are ids of this table generated?", /^By the application$/);
    await expect(port.getByText("BIT_REVERSED_POSITIVE")).toHaveCount(1);
    const file = "file enum=plain ranges=check level=current zone=Europe/Berlin";
    expect(await textOf(page)).toBe(
      `-- hotsplit: table "Order Lines" key=keep\n-- hotsplit: ${file}\n${source}`,
    );
    await losses.getByRole("button", { name: "Decide with all tables" }).click();
    await expect(own).toHaveCount(0);
    await expect(port.getByText("BIT_REVERSED_POSITIVE")).toHaveCount(2);
    expect(await textOf(page)).toBe(`-- hotsplit: ${file}\n${source}`);

    // Losses of one statement lead there too.
    await side(page, /^Source/)
      .locator("button.badge")
      .last()
      .click();
    await losses.getByRole("button", { name: "Decide for this table" }).click();
    await choose("How are ids of this table generated?", "By Spanner, random UUIDs");
    await expect(port).toContainText("GENERATE_UUID()");
    expect(await textOf(page)).toContain("-- hotsplit: table carts key=uuid\n");
  },
);

test("one side scrolls with the other", async ({ page }) => {
  const table = (n: number) =>
    `CREATE TABLE \`t${n}\` (\n  \`id\` int NOT NULL,\n  \`a\` text,\n  \`b\` text,\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\n`;
  const tables = Array.from({ length: 60 }, (_, n) => table(100 + n));
  await dump(page, `-- MySQL dump 10.13\n${tables.join("")}`);
  await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
  const source = side(page, /^Source/).getByRole("textbox");
  const port = side(page, /^Port/).getByRole("textbox");
  await expect(port).toContainText("CREATE TABLE t100");
  await source.hover();
  await page.mouse.wheel(0, 3_000);
  /** The first table whose name is in view. */
  const first = (side: Locator) =>
    side.evaluate((content) => {
      const top = content.closest(".cm-scroller")?.getBoundingClientRect().top ?? 0;
      const lines = [...content.querySelectorAll(".cm-line")];
      const shown = lines.filter((line) => line.getBoundingClientRect().top >= top - 1);
      return Number(
        /CREATE TABLE `?t(\d+)/.exec(shown.map((one) => one.textContent).join("\n"))?.[1],
      );
    });
  await expect(async () => {
    const [left, right] = [await first(source), await first(port)];
    expect(left).toBeGreaterThan(110);
    expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  }).toPass();
  await port.hover();
  await page.mouse.wheel(0, -3_000);
  await expect(async () => expect(await first(source)).toBe(100)).toPass();
});

test("Back and Escape lead to the source, with the focus where it was", async ({ page }) => {
  await opened(page);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(view(page)).toHaveCount(0);
  const main = page.getByRole("button", { name: "Port to GoogleSQL" });
  await expect(main).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view(page).getByRole("heading", { name: "Source → Spanner" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(main).toBeFocused();
});

test("a link carries the source", async ({ page }) => {
  await dump(page);
  const link = await copiedLink(page);
  const there = await page.context().newPage();
  await there.goto(link);
  await expect(offer(there)).toContainText("A MySQL dump, 3 tables");
  expect(await textOf(there)).toBe(DUMP);
});

test("a dropped dump of PostgreSQL is told by its words; what is none goes without a port", async ({
  page,
}) => {
  await open(page);
  const wasm: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) wasm.push(request.url());
  });
  await write(page, "CREATE TABEL T (Id INT64) PRIMARY KEY (Id);");
  await expect(page.locator("hotsplit-verdict")).toContainText("No table could be read.");
  expect([wasm, page.workers().length], "nothing was loaded for it").toEqual([[], 1]);

  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "ledger.sql"));
    return data;
  }, POSTGRES);
  await page
    .locator("hotsplit-editor .cm-content")
    .first()
    .dispatchEvent("drop", { dataTransfer: data });
  await expect(offer(page)).toContainText("A PostgreSQL schema, 1 table.");
  expect(wasm).toHaveLength(1);
  await expect.poll(() => page.workers().length).toBe(2);

  // A person knows better.
  await page.getByRole("button", { name: "Spanner PostgreSQL" }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(page.locator("hotsplit-verdict")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(1);
});

/** Drops a dump whose rows are so many MiB, packed or not. */
async function dropLong(page: Page, mebibytes: number, packed: boolean): Promise<void> {
  const data = await page.evaluateHandle(
    async ([ddl, mebibytes, packed]) => {
      const row = `INSERT INTO visits VALUES (1,'${"x".repeat(100)}');\n`;
      const part = new Blob([row.repeat(Math.ceil((1 << 20) / row.length))]);
      const whole = new Blob([ddl, ...Array.from({ length: mebibytes }, () => part)]);
      const stream = whole.stream().pipeThrough(new CompressionStream("gzip"));
      const file = packed ? await new Response(stream).blob() : whole;
      const data = new DataTransfer();
      data.items.add(new File([file], packed ? "long.sql.gz" : "long.sql"));
      return data;
    },
    [
      "-- MySQL dump 10.13\nCREATE TABLE visits (id INT NOT NULL AUTO_INCREMENT, note VARCHAR(100), PRIMARY KEY (id)) ENGINE=InnoDB;\n",
      mebibytes,
      packed,
    ] as const,
  );
  const content = page.locator("hotsplit-editor .cm-content").first();
  await content.dispatchEvent("drop", { dataTransfer: data });
}

for (const packed of [false, true]) {
  test(
    `a dump of 24 MiB${packed ? ", packed with gzip," : ""} is read without its rows`,
    packed ? {} : WHOLE,
    async ({ page }) => {
      await open(page);
      await dropLong(page, 24, packed);
      await expect(offer(page)).toContainText("A MySQL dump, 1 table");
      const text = await textOf(page);
      expect(text).toContain("CREATE TABLE visits");
      expect(text).not.toContain("xxxx");
      expect(text.length).toBeLessThan(2_000);
      await expect(page.locator("hotsplit-editor .reading")).toHaveCount(0);
    },
  );
}

test("reading a long dump can be cancelled, and leaves the schema", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE Mine (Id INT64) PRIMARY KEY (Id);");
  await settled(page);
  await dropLong(page, 3_000, false);
  const reading = page.locator("hotsplit-editor .reading");
  await expect(reading).toContainText(
    /Reading long\.sql: .* of 3000\.\d MiB, 1 table,\s+.* rows set aside/,
  );
  await reading.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "long.sql was not read to its end. The schema is unchanged.",
  );
  await expect(reading).toHaveCount(0);
  expect(await textOf(page)).toContain("Mine");
  await expect.poll(() => page.workers().length).toBe(1);
});

test("the menu of examples has dumps, which are no draft to be kept", async ({ page }) => {
  await open(page);
  for (const [title, said] of [
    ["A shop on MySQL", "A MySQL dump, 10 tables"],
    ["A ledger on PostgreSQL", "A PostgreSQL dump, 9 tables"],
  ] as const) {
    await page.getByRole("button", { name: "Examples" }).click();
    const list = page.getByRole("list", { name: "Examples" });
    await expect(list.getByRole("button", { name: "Your earlier draft" })).toHaveCount(0);
    await list.getByRole("button", { name: title }).click();
    await expect(offer(page)).toContainText(said);
    await expect(offer(page)).toContainText("with these choices: 2.");
  }
});

test("what tells nothing is ported once its database is chosen", async ({ page }) => {
  await open(page);
  await write(page, "CREATE TABLE t (id bigint PRIMARY KEY, name varchar(10));");
  await settled(page);
  await expect(offer(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Dialect/ }).click();
  await page.getByRole("menuitemradio", { name: "Port from MySQL" }).click();
  await expect(offer(page)).toContainText("A MySQL schema, 1 table.");
  expect(await textOf(page)).toMatch(/^-- hotsplit: file source=mysql\n/);
  await expect(page.getByRole("button", { name: "Dialect: MySQL (detected)" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  /** Opens the dump as a file. */
  async function dropped(page: Page): Promise<void> {
    await page.goto("./");
    await settled(page);
    await page.evaluate((text) => {
      const detail = { do: "file", text } as const;
      const event = new CustomEvent("hotsplit-action", { detail, bubbles: true });
      document.querySelector("#page")?.dispatchEvent(event);
    }, DUMP);
    await expect(offer(page)).toContainText("Ported as it is:");
  }

  test("one pane at a time", async ({ page }) => {
    await page.goto("./");
    await settled(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), DUMP);
    await page.getByRole("button", { name: "Paste my schema" }).click();
    await expect(offer(page)).toContainText("Ported as it is: 2 hot keys");
    await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
    await expect(side(page, "Losses and decisions")).toBeVisible();
    await expect(side(page, /^Source/)).toBeHidden();
    await view(page).getByRole("radio", { name: "Spanner", exact: true }).check({ force: true });
    await expect(side(page, /^Port/)).toContainText("CREATE TABLE customers");
    await expect(side(page, "Losses and decisions")).toBeHidden();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Use this schema" }).click();
    await expect(page.locator("hotsplit-verdict")).toContainText("No hot keys in 3 tables.");
  });

  test("a badge of the source leads to the pane of losses", async ({ page }) => {
    await dropped(page);
    await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
    await view(page).getByRole("radio", { name: "Source", exact: true }).check({ force: true });
    const badges = side(page, /^Source/).locator("button.badge");
    await expect(badges).toHaveCount(4);
    for (const badge of await badges.all()) {
      const { x, width } = (await badge.boundingBox()) ?? { x: 0, width: 999 };
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    }
    await badges.last().click();
    await expect(side(page, /^Source/)).toBeHidden();
    await expect(side(page, "Losses and decisions")).toContainText("CREATE TRIGGER t, line 18");
  });

  test("axe finds nothing", async ({ page }) => {
    test.slow();
    await dropped(page);
    await cleanInSchemes(page, "the line of a dump", { off: ["skip-link"], forced: true });
    await page.getByRole("button", { name: "Port to GoogleSQL" }).click();
    await expect(side(page, "Losses and decisions")).toBeVisible();
    await cleanInSchemes(page, "losses", { off: ["skip-link"], forced: true });
    await view(page).getByRole("radio", { name: "Source", exact: true }).check({ force: true });
    await expect(side(page, /^Source/).locator("button.badge")).toHaveCount(4);
    await cleanInSchemes(page, "the source", { off: ["skip-link"], forced: true });
  });
});

test("axe finds nothing", async ({ page }) => {
  test.slow();
  await opened(page);
  const show = side(page, "Losses and decisions").getByRole("button", { name: /^Show/ });
  for (let of = await show.count(); of > 0; of--) await show.first().click();
  await cleanInSchemes(page, "a dump and its port", { off: ["skip-link"], forced: true });
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await cleanInSchemes(page, "the line of a dump", { off: ["skip-link"], forced: true });
});
