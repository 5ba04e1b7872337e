/**
 * State to link and back: `#v1.` and base64url of deflated JSON.
 *
 * The fragment never reaches a server. A link is read with suspicion: the inflated size is capped
 * while it streams, and every field is checked before it is believed. A chunk of its own.
 */
import type { AddedLoad, Chosen, Pace, RunKnobs, Sending } from "../../../pkg/hotsplit.js";
import { metric, palette } from "../state/choices.js";
import { fixId } from "../state/fix-ids.js";
import {
  ADDED_MAX,
  LAYERS,
  type MapSettings,
  PINS_MAX,
  type Pin,
  type ServerAt,
} from "../state/map.js";
import { BadLink } from "../state/route.js";
import {
  dialect,
  type Frame,
  type Kept,
  type LIMITS,
  limited,
  rowsBy,
  type Store,
  toJson,
  type View,
  WHOLE,
} from "../state/state.js";

/** What stands before the payload; a later format gets another number. */
const PREFIX = "#v1.";

/** Most bytes a link may inflate to. Ours: a schema of 1 MB is past anything written by hand. */
export const INFLATED_MAX = 1_000_000;

/** Fixes that a link may choose. Ours: no schema that is read has as many that are worth choosing. */
export const CHOSEN_MAX = 1_000;

/** What is said of a link that sets on the maps what these do not have. */
const UNKNOWN =
  "Some map settings in this link are not supported here and were ignored: " +
  "its sender may see a different view.";

/** What was found in a link or a draft. */
export interface Found {
  readonly kept: Kept;
  /** The engine that wrote it. */
  readonly version: string;
  /** Where its writer looked; a draft has none. */
  readonly view?: View;
  /** What is to be said of it: where it looks is not all known here. */
  readonly said?: string;
}

/** The fragment that carries this state; undefined where it is more than a link may carry. */
export async function toFragment(
  kept: Kept,
  version: string,
  view?: View,
): Promise<string | undefined> {
  // A letter takes a byte at least: a long text is not written out only to be measured.
  if (kept.text.length > INFLATED_MAX) return undefined;
  const whole = toJson(kept, version);
  const json = view ? JSON.stringify({ ...JSON.parse(whole), view: written(view) }) : whole;
  if (kept.chosen.length > CHOSEN_MAX || new TextEncoder().encode(json).length > INFLATED_MAX) {
    return undefined;
  }
  return PREFIX + (await pack(json));
}

/** The view as links have it: what is set on the maps is called `look` there. */
function written({ map, ...view }: View): object {
  return map ? { ...view, look: map } : view;
}

/** The state in a fragment and the version that wrote it; absent where there is no fragment. */
export async function fromFragment(fragment: string): Promise<Found | undefined> {
  if (fragment === "" || fragment === "#") return undefined;
  if (!fragment.startsWith(PREFIX)) {
    throw new BadLink("This page does not support this kind of link.");
  }
  return fromJson(await unpack(fragment.slice(PREFIX.length)));
}

/** The same, or what to say of a link that cannot be opened. */
export async function opened(fragment: string): Promise<Found | string | undefined> {
  try {
    return await fromFragment(fragment);
  } catch (error) {
    const bad = error instanceof BadLink ? error.message : "This link cannot be read.";
    return `${bad} Ask for a new link. Your work here is unchanged.`;
  }
}

/** What to say of a text that stopped the engine the last time. */
export const HELD = "The last run of this schema did not finish, so it was not started again.";

/** Says of a link that another engine wrote it, where it did and nothing else is said. */
export function older(store: Store, version: string): void {
  const { notice, version: here } = store.state;
  if (version === here || notice) return;
  const message =
    `This link was made with engine ${version}; this page uses ${here}, ` +
    "so its numbers may differ from those that its sender saw.";
  store.change({ notice: { message, again: false } });
}

/** A text as the letters of an address. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toBase64Url(new Uint8Array(await new Response(deflated).arrayBuffer()));
}

/** The text that such letters carry. */
export async function unpack(packed: string): Promise<string> {
  return new TextDecoder().decode(await inflate(fromBase64Url(packed)));
}

/** The state in such a JSON, checked. */
export function fromJson(text: string): Found {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadLink("This link is damaged: its contents cannot be read.");
  }
  return checked(value);
}

/** The same of what this browser kept, as JSON or as it is; none where that is of another form. */
export function tried(draft: unknown): Found | undefined {
  try {
    if (draft === undefined) return undefined;
    return typeof draft === "string" ? fromJson(draft) : checked(draft);
  } catch {
    return undefined;
  }
}

/** Bytes that are inflated at a time: a thousandfold they are still within the cap. */
const SLICE = 1_024;

/** Inflates slice by slice, and stops at the cap: a few bytes can grow a thousandfold. */
async function inflate(deflated: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let from = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(out) {
        if (from >= deflated.length) return out.close();
        out.enqueue(deflated.subarray(from, from + SLICE));
        from += SLICE;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = stream.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BadLink("This link is damaged; it may have been cut off when it was pasted.");
    });
    if (done) break;
    size += value.length;
    if (size > INFLATED_MAX) {
      await reader.cancel();
      throw new BadLink("This link has more than 1 MB and was not opened.");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Believes a field only where it has the right shape. */
function checked(value: unknown): Found {
  if (!isRecord(value) || typeof value.text !== "string") {
    throw new BadLink("This link is damaged: it has no schema.");
  }
  if (Array.isArray(value.chosen) && value.chosen.length > CHOSEN_MAX) {
    throw new BadLink(`This link chooses more than ${CHOSEN_MAX} fixes and was not opened.`);
  }
  const knobs = isRecord(value.knobs) ? value.knobs : {};
  const knob = <T>(name: keyof typeof LIMITS, otherwise: T) => {
    const number = knobs[name];
    return typeof number === "number" ? limited(name, number) : otherwise;
  };
  const kept: Kept = {
    text: value.text,
    dialect: dialect(value.dialect),
    chosen: Array.isArray(value.chosen) ? value.chosen.flatMap(chosen) : [],
    knobs: {
      nodes: knob("nodes", 10),
      writesPerSecond: knob("writesPerSecond", undefined),
      minutes: knob("minutes", 60),
      seed: knob("seed", 1),
    },
    exampleRate: value.exampleRate === true,
    run: runKnobs(value.run),
    deployed: value.deployed === true,
    palette: palette(value.palette),
    log: value.log === true,
    rowsBy: rowsBy(value.rowsBy),
    metric: metric(value.metric),
  };
  const version = typeof value.version === "string" ? value.version.slice(0, 40) : "";
  return { kept, version, ...(isRecord(value.view) ? seen(value.view) : {}) };
}

/** Where to look, and what is to be said where the maps cannot be shown as the link has them. */
function seen(received: Record<string, unknown>): Pick<Found, "view" | "said"> {
  const look = renamed(received.look);
  const seen = view({ ...received, look });
  const known = covers(seen.frames, received.frames) && covers(seen.map, look);
  return { view: seen, ...(known ? {} : { said: UNKNOWN }) };
}

/** Settings of the maps that older links call by another name. */
const RENAMED: ReadonlyMap<string, string> = new Map([["curtain", "divider"]]);

/** Settings of the maps by the names they have now. */
function renamed(look: unknown): unknown {
  if (!isRecord(look)) return look;
  const fields = Object.entries(look);
  return Object.fromEntries(fields.map(([name, value]) => [RENAMED.get(name) ?? name, value]));
}

/** Says whether all of what was given was believed. */
function covers(believed: unknown, received: unknown): boolean {
  if (typeof received !== "object" || received === null)
    return believed === received || received === undefined;
  if (typeof believed !== "object" || believed === null) return false;
  const fields = new Map<string, unknown>(Object.entries(believed));
  return Object.entries(received).every(([name, value]) => covers(fields.get(name), value));
}

/** Where to look; the whole maps and the text itself where a field has no right shape. */
function view({ tab, part, open, frames, look }: Record<string, unknown>): View {
  const set = isRecord(look) ? settings(look) : undefined;
  const of = isRecord(frames) ? frames : {};
  return {
    tab: tab === "rewritten" || tab === "plan" ? tab : "yours",
    part: part === "problems" || part === "results" ? part : "editor",
    open: typeof open === "string" ? open : undefined,
    frames: { before: frame(of.before), after: frame(of.after) },
    ...(set ? { map: set } : {}),
  };
}

/** What is set on the maps, each only where it has the right shape. */
function settings(received: Record<string, unknown>): Partial<MapSettings> {
  const { mode, divider, layers, tone, relative, moment, pins, served, openFolded } = received;
  const shown = LAYERS.filter((id) => Array.isArray(layers) && layers.includes(id));
  const at = isRecord(served) ? cell(served) : undefined;
  return {
    ...(mode === "swipe" || mode === "difference" ? { mode } : {}),
    ...(isShare(divider) ? { divider } : {}),
    ...(Array.isArray(layers) ? { layers: shown } : {}),
    ...(isRecord(tone) && isShare(tone.dark) && isShare(tone.bright) && tone.dark < tone.bright
      ? { tone: { dark: tone.dark, bright: tone.bright } }
      : {}),
    ...(relative === true ? { relative } : {}),
    ...(isShare(moment) ? { moment } : {}),
    ...(Array.isArray(pins) ? { pins: pins.slice(0, PINS_MAX).flatMap(pin) } : {}),
    ...(at && isRecord(served) && isWhole(served.server)
      ? { served: { ...at, server: served.server } }
      : {}),
    ...(openFolded === true ? { openFolded } : {}),
  };
}

/** One pin as a list of one, or none where it has no right shape. */
function pin(value: unknown): Pin[] {
  if (!isRecord(value) || !Array.isArray(value.rows)) return [];
  const { row } = value;
  const [first, end]: unknown[] = value.rows;
  const at = cell(value);
  const sound = isWhole(row) && isWhole(first) && isWhole(end) && first <= row && row < end;
  return at && sound ? [{ ...at, row, rows: [first, end] }] : [];
}

/** A column of one of the maps. */
function cell({ which, column }: Record<string, unknown>): Omit<ServerAt, "server"> | undefined {
  const sound = (which === "before" || which === "after") && isWhole(column);
  return sound ? { which, column } : undefined;
}

/** A fraction of a whole. */
function isShare(value: unknown): value is number {
  return isAmount(value) && value <= 1;
}

/** A part of a map that is within it and not empty, or all of it. */
function frame(value: unknown): Frame {
  if (!isRecord(value)) return WHOLE;
  const { left, right, top, bottom } = value;
  const span = (from: unknown, to: unknown): [number, number] =>
    typeof from === "number" && typeof to === "number" && from >= 0 && to <= 1 && to - from > 0.001
      ? [from, to]
      : [0, 1];
  const [l, r] = span(left, right);
  const [t, b] = span(top, bottom);
  return { left: l, right: r, top: t, bottom: b };
}

/** Settings of runs, each only where it has the right shape. */
function runKnobs(value: unknown): RunKnobs {
  if (!isRecord(value)) return {};
  const run: RunKnobs = {};
  const sent = sending(value.sending);
  if (sent) run.sending = sent;
  const paced = pace(value.pace);
  if (paced) run.pace = paced;
  for (const name of ["quorumMs", "commitBatch", "splitPointsPerNode"] as const) {
    const number = value[name];
    if (isAmount(number)) run[name] = number;
  }
  if (value.readModifyWrite === true) run.readModifyWrite = true;
  const constants = Array.isArray(value.constants) ? value.constants : [];
  const sound = constants.flatMap((one) =>
    isRecord(one) && typeof one.name === "string" && isAmount(one.value)
      ? [{ name: one.name, value: one.value, ...(one.measured === true && { measured: true }) }]
      : [],
  );
  if (sound.length > 0) run.constants = sound;
  const pieces = Array.isArray(value.added) ? value.added.slice(0, ADDED_MAX).flatMap(added) : [];
  if (pieces.length > 0) run.added = pieces;
  return run;
}

/** One piece of added load as a list of one, or none where it has no right shape. */
function added(value: unknown): AddedLoad[] {
  if (!isRecord(value)) return [];
  const { which, object, from, to, fromSecond, toSecond, perSecond, reads, oneRow } = value;
  if ((which !== "before" && which !== "after") || typeof object !== "string") return [];
  const isOnMap = isShare(from) && isShare(to) && isAmount(fromSecond) && isAmount(toSecond);
  if (!isOnMap || !isAmount(perSecond)) return [];
  const how = { perSecond, reads: reads === true, oneRow: oneRow === true };
  return [{ which, object, from, to, fromSecond, toSecond, ...how }];
}

function sending(value: unknown): Sending | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, users, thinkMs } = value;
  if (kind === "open" || kind === "partly-open") return { kind };
  const whole = kind === "closed" && isAmount(users) && isAmount(thinkMs);
  return whole ? { kind, users, thinkMs } : undefined;
}

function pace(value: unknown): Pace | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, before, second, from, seconds, factor, every } = value;
  if (kind === "steady") return { kind };
  if (kind === "step" && isAmount(before) && isWhole(second)) return { kind, before, second };
  if (!isAmount(from)) return undefined;
  if (kind === "ramp" && isWhole(seconds)) return { kind, from, seconds };
  const grows = kind === "growth" && isAmount(factor) && isWhole(every);
  return grows ? { kind, from, factor, every } : undefined;
}

/** A number that is not below 0. */
function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isWhole(value: unknown): value is number {
  return isAmount(value) && Number.isInteger(value) && value <= 0xffff_ffff;
}

/** One choice as a list of one, or none where it has no right shape. */
function chosen(value: unknown): Chosen[] {
  if (!isRecord(value)) return [];
  const { finding, fix, set } = value;
  if (typeof finding !== "string" || typeof fix !== "string") return [];
  const received = isRecord(set) ? Object.entries(set) : [];
  const kept = received.filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return [
    { finding, fix: fixId(fix), ...(kept.length > 0 ? { set: Object.fromEntries(kept) } : {}) },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  // Piece by piece: a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    throw new BadLink("This link is damaged; it may have been cut off when it was pasted.");
  }
}
