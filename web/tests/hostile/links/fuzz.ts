/** The fuzz target of links: what a seed makes, and whether all laws hold of it. */
import * as lessons from "../../../src/lessons/progress.js";
import { toFragment } from "../../../src/session/links.js";
import { toJson } from "../../../src/state/state.js";
import { checkLink, checkProgress } from "./laws.js";
import { mutated, packed } from "./mutate.js";
import { Random } from "./random.js";
import { kept, progress, view } from "./states.js";

/** What a failing case says of itself: how to have it again, and the link. */
export class Broken extends Error {
  constructor(seed: number, link: string, why: unknown) {
    const words = why instanceof Error ? why.message : String(why);
    super(`${words}\n  again: SEED=${seed} npm run fuzz:links\n  link: ${link.slice(0, 2_000)}`);
  }
}

/** The link that a seed makes, and its laws; says whether it could be opened. */
export async function oneOf(seed: number): Promise<boolean> {
  const random = new Random(seed);
  if (random.chance(0.2)) return ofProgress(seed, random);
  const [made, at] = [kept(random), random.chance(0.7) ? view(random) : undefined];
  if (random.chance(0.2)) {
    const link = (await toFragment(made, "0.1.0", at)) ?? "";
    return tried(seed, link, async () => {
      const found = await checkLink(link);
      if (!found) throw new Error("the page's own link does not open");
      return true;
    });
  }
  const json = JSON.stringify({
    ...JSON.parse(toJson(made, "0.1.0")),
    ...(at ? { view: at } : {}),
  });
  const link = `${random.chance(0.01) ? "#v2." : "#v1."}${mutated(random, json)}`;
  return tried(seed, link, async () => (await checkLink(link)) !== undefined);
}

function ofProgress(seed: number, random: Random): Promise<boolean> {
  const json = lessons.toJson(progress(random));
  const payload = random.chance(0.2) ? packed(json) : mutated(random, json);
  // What one has came about like this, too.
  const own = lessons.merged(new Map(), progress(random));
  return tried(seed, payload, async () => {
    await checkProgress(payload, own);
    return true;
  });
}

async function tried(seed: number, link: string, how: () => Promise<boolean>): Promise<boolean> {
  try {
    return await how();
  } catch (error) {
    throw new Broken(seed, link, error);
  }
}
