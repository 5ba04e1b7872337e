/** What axe says of the page as it stands, each thing with the place it is at. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import axeCore from "axe-core";
import { redrawn } from "./pulse.js";
import { SAMPLE } from "./sample.js";

/** Milliseconds that a look may take on a busy machine: a test has as many of them as it looks. */
const LOOK = 30_000;

/** The rules that hold everywhere. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that read colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

type Media = NonNullable<Parameters<Page["emulateMedia"]>[0]>;

/** Schemes that a state is looked at in; the last is the one the next step begins with. */
const SCHEMES: Readonly<Record<string, Media>> = {
  "forced colours": { colorScheme: "light", forcedColors: "active" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  light: { colorScheme: "light", forcedColors: "none" },
};

/** What is looked at. */
interface Look {
  /** Parts of the page; without them, all of it. */
  readonly parts?: readonly string[];
  /** Parts within these that have tests of their own. */
  readonly without?: readonly string[];
  /** Rules that do not apply; why is said where they are named. */
  readonly off?: readonly string[];
  /** Whether the state is looked at in the system's own colours, too. */
  readonly forced?: boolean;
  /** Whether it is one of those that a sample looks at in the dark. */
  readonly dark?: boolean;
}

/** A page that has axe keeps it: as new code it would be compiled anew twice for each look. */
const AXE = `if (!globalThis.axe) {${axeCore.source}}`;

/** Looks by all rules, and spells out only what is against them: that takes half of the time. */
function axe(page: Page, { parts = [], without = [], off = [] }: Look): AxeBuilder {
  const all = new AxeBuilder({ page, axeSource: AXE })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .withTags(TAGS)
    .disableRules([...off]);
  for (const part of parts) all.include(part);
  for (const part of without) all.exclude(part);
  return all;
}

/** Waits until the page was drawn and nothing on it moves from one colour to another. */
async function still(page: Page): Promise<void> {
  await redrawn(page);
  await page.evaluate(async () => {
    // A tree tells of its own animations alone.
    const within = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations(),
      ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
        shadowRoot ? within(shadowRoot) : [],
      ),
    ];
    const ends = ({ effect, playState }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const moving = within(document).filter(ends);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** That axe finds nothing. */
async function nothing(page: Page, builder: AxeBuilder, what: string): Promise<void> {
  const { timeout } = test.info();
  test.info().setTimeout(timeout + LOOK);
  await still(page);
  const { violations } = await builder.analyze();
  const found = violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} ${node.target}`),
  );
  expect(found, what).toEqual([]);
}

/** Looks at the page in the scheme it has. */
export async function clean(page: Page, what: string, look: Look = {}): Promise<void> {
  await nothing(page, axe(page, look), what);
}

/** Pixels from which a page is wide. */
const WIDE = 900;

/**
 * Looks at the page in light by all rules, and in the other schemes by those that read colours. A
 * sample leaves out the system's colours, the dark ones but of the views that hold most of them, and
 * on a narrow page all rules that read any: a page has the same ones when it is wide.
 */
export async function cleanInSchemes(page: Page, what: string, look: Look = {}): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= WIDE;
  for (const [scheme, media] of Object.entries(SCHEMES)) {
    if (media.forcedColors === "active" && (SAMPLE || !look.forced)) continue;
    if (scheme === "dark" && SAMPLE && !(isWide && look.dark)) continue;
    await page.emulateMedia(media);
    const skipped = SAMPLE && !isWide ? COLOURS : [];
    const all = axe(page, { ...look, off: [...(look.off ?? []), ...skipped] });
    const rules = scheme === "light" ? all : all.withRules(COLOURS);
    await nothing(page, rules, `${what}, ${scheme}`);
  }
}
