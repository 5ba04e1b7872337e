/** The parts of a playground that need no browser: options, fragments, policies, colours, snippets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helpedBy } from "../../src/embed/helped.js";
import { framed, PUBLIC } from "../../src/embed/looks.js";
import { advice } from "../../src/embed/policy.js";
import { brightness } from "../../src/embed/shade.js";
import { tokens } from "../../src/embed/text.js";
import { fieldsOf, fragmentOf } from "../../src/share/fields.js";
import {
  ATTRIBUTES,
  type Attribute,
  HIDEABLE,
  optionsOf,
  THEMES,
  VIEWS,
} from "../../src/share/options.js";
import { HOSTS, snippet, type Wanted } from "../../src/share/snippet.js";

const options = (given: Partial<Record<Attribute, string>>) => optionsOf((name) => given[name]);

describe("attributes", () => {
  test("none of them is as usual", () => {
    expect(options({})).toMatchObject({ view: "compare", theme: "auto", readonly: false });
    expect(options({}).seed).toBeUndefined();
    expect([...options({}).hide]).toEqual([]);
    expect([...options({}).show]).toEqual([]);
  });

  test("words and numbers are read, and what is neither counts as absent", () => {
    const read = options({
      ...{ view: "results", theme: "dark", readonly: "", seed: "42", nodes: " 2.5 " },
      ...{ writes: "lots", hide: "bar, legend nonsense" },
    });
    expect(read).toMatchObject({ view: "results", theme: "dark", readonly: true });
    expect(read).toMatchObject({ seed: 42, nodes: 2.5, writes: undefined });
    expect([...read.hide]).toEqual(["bar", "legend"]);
    expect([...options({ show: "tools, all numbers" }).show]).toEqual(["numbers", "tools"]);
    expect(options({ view: "everything", theme: "blue" })).toMatchObject({
      ...{ view: "compare", theme: "auto" },
    });
    expect(options({ readonly: "false" }).readonly).toBe(false);
    expect(options({ lesson: "ulid-ledger" }).lesson).toBe("ulid-ledger");
    expect(options({ lesson: "../x#y" }).lesson).toBeUndefined();
    expect(options({ fix: "T5, T9" }).fix).toEqual(["T5", "T9"]);
  });
});

describe("a fix that an author names", () => {
  const fixes = [{ id: "hash-shard-prefix", short: "T5", title: "" }];
  const findings = [
    { key: "none", fixes: [] },
    { key: "worst", fixes },
    { key: "next", fixes },
  ];

  test("is chosen by its id or its short form for the worst finding without one", () => {
    for (const name of ["hash-shard-prefix", "T5"]) {
      const fix = "hash-shard-prefix";
      expect(helpedBy(name, findings, new Set())).toEqual({ finding: "worst", fix });
      expect(helpedBy(name, findings, new Set(["worst"]))).toEqual({ finding: "next", fix });
    }
    expect(helpedBy("T6", findings, new Set())).toBeUndefined();
  });
});

describe("fragments", () => {
  test("go out and come back as they were", () => {
    const fields = new Map([
      ["link", "v1.abc-_"],
      ["view", "compare"],
      ["text", "a = 'x & y' + \"50 %\"\n-- ü 🙂"],
      ["readonly", ""],
    ]);
    expect(fieldsOf(fragmentOf(fields))).toEqual(fields);
    expect(fragmentOf(fields)).toMatch(/^#v1\.abc-_&view=compare&text=[\w%'.*!()~-]+&readonly$/);
    expect(fragmentOf(new Map())).toBe("");
  });

  test("that people write by hand are read, and those that are broken do not throw", () => {
    expect(fieldsOf("#view=map&text=a+b")).toEqual(
      new Map([
        ["view", "map"],
        ["text", "a b"],
      ]),
    );
    expect(fieldsOf("#text=50%&view=map&view=compare").get("text")).toBe("50%");
    expect(fieldsOf("#view=map&view=compare").get("view")).toBe("map");
    expect([...fieldsOf("")]).toEqual([]);
    expect([...fieldsOf("#&&")]).toEqual([]);
  });
});

test("a refusal is told with the words that would allow it", () => {
  const of = (effectiveDirective: string, blockedURI: string) =>
    advice({ effectiveDirective, blockedURI }, "https://hotsplit.example");
  expect(of("script-src", "wasm-eval")).toBe("add 'wasm-unsafe-eval' to script-src");
  expect(of("worker-src", "blob")).toBe("add blob: to worker-src");
  expect(of("connect-src", "https://hotsplit.example/a/b.wasm")).toBe(
    "add https://hotsplit.example to connect-src",
  );
  expect(of("script-src-elem", "https://hotsplit.example/assets/view.js")).toBe(
    "add https://hotsplit.example to script-src",
  );
  // What the host refused of its own is no business of ours.
  expect(of("img-src", "https://ads.example/pixel.gif")).toBeUndefined();
  expect(of("style-src-attr", "inline")).toBeUndefined();
});

test("what can be seen through says nothing of light and dark", () => {
  expect(brightness("rgb(255, 255, 255)")).toBeCloseTo(1);
  expect(brightness("rgb(0, 0, 0)")).toBe(0);
  expect(brightness("rgba(0, 0, 0, 0)")).toBeUndefined();
  expect(brightness("rgba(10, 10, 10, 0.9)")).toBeLessThan(0.1);
  expect(brightness("color(srgb 0.1 0.1 0.1)")).toBeCloseTo(0.1);
  expect(brightness("oklch(0.97 0.001 240)")).toBeCloseTo(0.97);
  expect(brightness("oklch(0.97 0.001 240 / 0.2)")).toBeUndefined();
  expect(brightness("lab(12 0 0)")).toBeCloseTo(0.12);
  expect(brightness("transparent")).toBeUndefined();
});

test("the page's tokens stand on the frame, and those that are public ask the host first", () => {
  const css = framed(
    ':root{color-scheme:light dark;--size:13px;--panel:light-dark(#fff, #000);--error:red}:root[data-theme="dark"]{color-scheme:dark}',
  );
  expect(css).toBe(
    ".frame{color-scheme:light dark;--size:var(--hotsplit-size,13px);" +
      "--panel:var(--hotsplit-panel,light-dark(#fff, #000));--error:red}" +
      '.frame[data-shade="dark"]{color-scheme:dark}',
  );
  expect(new Set(PUBLIC).size).toBe(PUBLIC.length);
});

test("the documents name all that an author can set", () => {
  const root = join(import.meta.dirname, "../..");
  const told = readFileSync(join(root, "EMBEDDING.md"), "utf8");
  const names = [
    ...ATTRIBUTES,
    ...VIEWS,
    ...THEMES,
    ...HIDEABLE,
    ...PUBLIC.map((name) => `--hotsplit-${name}`),
  ];
  const view = readFileSync(join(root, "src/embed/view.ts"), "utf8");
  const looks = readFileSync(join(root, "src/embed/frame.css"), "utf8");
  const parts = [...view.matchAll(/part="([\w-]+)"/g)].map(([, part = ""]) => part);
  const sizes = [...looks.matchAll(/--hotsplit-[\w-]+/g)].map(([name]) => name);
  const events = [...view.matchAll(/"(hotsplit-(?:ready|result))"/g)].map(([, name = ""]) => name);
  expect(parts.length).toBeGreaterThan(8);
  const missing = [...names, ...parts, ...sizes, ...events].filter(
    (name) => !told.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});

test("text is coloured without the editor", () => {
  const text = "CREATE TABLE T ( -- CREATE\n  A STRING(36) DEFAULT ('it''s'), -- hotsplit: x\n)";
  const of = (kind: string) =>
    tokens(text)
      .filter((one) => one.kind === kind)
      .map(({ from, to }) => text.slice(from, to));
  expect(of("keyword")).toEqual(["CREATE", "TABLE", "DEFAULT"]);
  expect(of("type")).toEqual(["STRING"]);
  expect(of("string")).toEqual(["'it'", "'s'"]);
  expect(of("comment")).toEqual(["-- CREATE"]);
  expect(of("directive")).toEqual(["-- hotsplit: x"]);
  expect(of("number")).toEqual(["36"]);
  // Marks that open and never close take the rest and no time.
  expect(tokens(`/*${"'".repeat(40_000)}`)).toHaveLength(1);
  expect(tokens("'".repeat(60_000))).toEqual([]);
});

describe("snippets", () => {
  const wanted: Wanted = {
    ...{ view: "compare", theme: "auto", readonly: false, hide: [], show: [] },
    text: "CREATE TABLE `a<b` (\n\n  A INT64 -- 1 & 2\n) PRIMARY KEY (A);\n",
    fragment: "#v1.abc",
    whole: false,
    ...{ nodes: 10, writes: 12_000, seed: 1 },
    home: "https://hotsplit.example/play/",
    headline: "`T` is [hot]: 3 of 4",
  };

  test("for HTML keep the text readable and never markup", () => {
    expect(
      snippet("html", wanted),
    ).toBe(`<script type="module" src="https://hotsplit.example/play/hotsplit-playground.js"></script>
<hotsplit-playground view="compare" nodes="10" writes="12000" seed="1">
<pre>
CREATE TABLE \`a&lt;b\` (

  A INT64 -- 1 &amp; 2
) PRIMARY KEY (A);
</pre>
</hotsplit-playground>
`);
  });

  test("state no rate that nobody stated", () => {
    const made = snippet("html", { ...wanted, writes: undefined });
    expect(made).toContain('<hotsplit-playground view="compare" nodes="10" seed="1">');
  });

  test("for Markdown are a code block, which a text cannot end", () => {
    const text = "-- ``` four ````\nCREATE TABLE T (A INT64) PRIMARY KEY (A);";
    const made = snippet("mdbook", { ...wanted, text });
    expect(made).toContain(`\n\n\`\`\`\`\`sql\n${text}\n\`\`\`\`\`\n\n`);
    expect(snippet("mkdocs", wanted)).toMatch(
      /^<div>\n<script [\s\S]*<\/hotsplit-playground>\n<\/div>\n$/,
    );
  });

  test("of a lesson name it, and lead to it where scripts do not run", () => {
    const lesson = { slug: "shard-count", title: "How many [shards]?", seed: undefined };
    const html = snippet("html", { ...wanted, theme: "dark", lesson });
    expect(html).toContain('<hotsplit-playground lesson="shard-count" theme="dark">\n<p><a');
    expect(html).not.toContain("<pre>");
    expect(snippet("mdbook", { ...wanted, lesson })).toContain(
      "\n\n[How many \\[shards\\]?](https://hotsplit.example/play/#lesson/shard-count)\n\n",
    );
    expect(snippet("iframe", { ...wanted, lesson: { ...lesson, seed: 7 } })).toContain(
      'src="https://hotsplit.example/play/embed.html#lesson=shard-count&amp;seed=7"',
    );
    expect(snippet("link", { ...wanted, lesson: { ...lesson, seed: 7 } })).toBe(
      "[How many \\[shards\\]?](https://hotsplit.example/play/#lesson/shard-count?seed=7)\n",
    );
  });

  test("for frames carry the link, and for the rest a picture leads to it", () => {
    const frame = snippet("iframe", { ...wanted, theme: "dark", readonly: true, hide: ["open"] });
    expect(frame).toContain(
      'src="https://hotsplit.example/play/embed.html#v1.abc&amp;view=compare&amp;theme=dark&amp;hide=open&amp;readonly"',
    );
    expect(frame).toContain('title="hotsplit playground"');
    expect(frame).toContain('loading="lazy"');
    expect(snippet("link", wanted)).toBe(
      "[![`T` is \\[hot\\]: 3 of 4](hotsplit-map.svg)](https://hotsplit.example/play/#v1.abc)\n",
    );
  });

  test("with more than attributes can say carry the link as well", () => {
    const made = snippet("html", { ...wanted, whole: true });
    expect(made).toContain('<hotsplit-playground link="v1.abc" view="compare">');
    for (const host of HOSTS) expect(snippet(host, wanted).length).toBeGreaterThan(40);
  });
});
