/** What holds of every link, however it came into being: the checks of the links' fuzz target. */
import { isDeepStrictEqual } from "node:util";
import * as lessons from "../../../src/lessons/progress.js";
import {
  CHOSEN_MAX,
  type Found,
  fromFragment,
  INFLATED_MAX,
  opened,
  toFragment,
} from "../../../src/session/links.js";
import { ADDED_MAX, PINS_MAX } from "../../../src/state/map.js";
import { BadLink } from "../../../src/state/route.js";
import { LIMITS } from "../../../src/state/state.js";
import { METRICS, PALETTES } from "./states.js";

/** Longest that a link may take to be read: 2 s, and as much again for each megabyte of it. */
const patience = (link: string) => 2_000 * (1 + link.length / 1_000_000);

/** Bytes that come out of one slice of 1,024 at most, as deflate packs 1,032 into one. */
const OVER = 1_024 * 1_032;

/** Bytes that streams have inflated since the last look. */
let inflated = 0;

/** Counts what every `DecompressionStream` gives: what a link may take of memory. */
export function countInflated(): void {
  const Plain = globalThis.DecompressionStream;
  globalThis.DecompressionStream = class {
    readonly readable;
    readonly writable;

    constructor(format: CompressionFormat) {
      const plain = new Plain(format);
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, out) {
          inflated += chunk.length;
          out.enqueue(chunk);
        },
      });
      this.writable = plain.writable;
      this.readable = plain.readable.pipeThrough(count);
    }
  };
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Reads something of a link; only a refusal that is meant for people may be thrown. */
async function read<T>(link: string, how: () => Promise<T>): Promise<T | undefined> {
  inflated = 0;
  const start = performance.now();
  try {
    return await how();
  } catch (error) {
    must(error instanceof BadLink, `threw something else than a refusal: ${error}`);
    return undefined;
  } finally {
    const took = performance.now() - start;
    must(took <= patience(link), `took ${took.toFixed(0)} ms for ${link.length} letters`);
    must(inflated <= INFLATED_MAX + OVER, `inflated ${inflated} bytes`);
  }
}

/** A link with a state, damaged or sound. */
export async function checkLink(link: string): Promise<Found | undefined> {
  const found = await read(link, () => fromFragment(link));
  const told = await opened(link);
  if (!found) {
    must(told === undefined || typeof told === "string", "opened what cannot be read");
    return undefined;
  }
  must(isDeepStrictEqual(told, found), "reads it in two ways");
  inRange(found);
  await again(found);
  return found;
}

/** What was read is written and read once more: the same, with nothing to be said of it. */
async function again({ kept, version, view }: Found): Promise<void> {
  const link = await toFragment(kept, version, view);
  if (link === undefined) {
    // As JSON it may be longer than it came, by its defaults.
    const json = JSON.stringify({ ...kept, version, view });
    must(new TextEncoder().encode(json).length > INFLATED_MAX, "got no link");
    return;
  }
  const back = await fromFragment(link);
  // Through JSON, which knows no -0.
  const sent: unknown = plain({ kept, version, view });
  must(isDeepStrictEqual(plain(back), sent), "comes back as something else");
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Every number is finite and not negative, every word is one of those there are. */
function inRange({ kept, version, view }: Found): void {
  for (const name of ["nodes", "writesPerSecond", "minutes", "seed"] as const) {
    const value = kept.knobs[name];
    const [least, most] = LIMITS[name];
    const within = value !== undefined && value >= least && value <= most;
    must(within || (name === "writesPerSecond" && value === undefined), `${name} is ${value}`);
  }
  must(Number.isInteger(kept.knobs.seed) && Number.isInteger(kept.knobs.minutes), "a part of one");
  numbers([kept.run, view], (value) => must(Number.isFinite(value) && value >= 0, `${value}`));
  must(["auto", "googlesql", "postgresql"].includes(kept.dialect), "dialect");
  must(["keys", "hot", "held", "load", "ranges"].includes(kept.rowsBy), "rowsBy");
  must(PALETTES.includes(kept.palette) && METRICS.includes(kept.metric), "palette or metric");
  must(kept.chosen.length <= CHOSEN_MAX, `${kept.chosen.length} fixes`);
  must((kept.run.added?.length ?? 0) <= ADDED_MAX, "pieces of load");
  must((view?.map?.pins?.length ?? 0) <= PINS_MAX, "pins");
  must(version.length <= 40, "version");
  for (const { left, right, top, bottom } of Object.values(view?.frames ?? {})) {
    must(left < right && top < bottom && right <= 1 && bottom <= 1, "a frame that is none");
  }
}

/** Calls for every number in it. */
function numbers(value: unknown, each: (number: number) => void): void {
  if (typeof value === "number") each(value);
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) numbers(inner, each);
  }
}

/** A link with progress. What one has does not get lost by it, and still goes into a link. */
export async function checkProgress(packed: string, own: lessons.Progress): Promise<void> {
  const found = await read(packed, () => lessons.fromPacked(packed));
  if (!found) return;
  const all = lessons.merged(own, found);
  for (const [slug, { steps, done }] of own) {
    const one = all.get(slug);
    must(one !== undefined && one.steps >= steps && (one.done || !done), `lost ${slug}`);
  }
  const link = await lessons.toFragment(all);
  const back = await lessons.fromPacked(link.slice("#progress/".length));
  must(lessons.toJson(back) === lessons.toJson(all), "comes back as something else");
}
