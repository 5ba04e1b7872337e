/** Ways to damage a link: in its JSON, in the deflated bytes, in its letters. */
import { deflateRawSync } from "node:zlib";
import type { Random } from "./random.js";

/** Values that a field may be given in place of its own; made anew, as they are changed, too. */
const values = (): readonly unknown[] => [
  ...[null, true, -1, -0, 0.5, 1e308, 2 ** 53, 4_294_967_295, 4_294_967_296],
  ...["", "NaN", "Infinity", "__proto__", "\ud800", "x".repeat(5_000)],
  ...[[], {}, [[[]]], [null, null], { length: 1e9 }],
];

/** Numbers that JSON can say and a double cannot hold, and what is no JSON at all. */
const RAW = ["1e999", "-1e999", "1e-999", "NaN", "Infinity", "0x10", "undefined"] as const;

/** Bytes as the letters of an address. */
const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** The payload that carries this text. */
export const packed = (text: string) => letters(deflateRawSync(text));

/** A payload of zeros that inflates to so many bytes. */
export function bomb(bytes: number): string {
  return letters(deflateRawSync(new Uint8Array(bytes), { level: 9 }));
}

/** The payload of a JSON with one of its fields changed, or the JSON itself damaged. */
function inJson(random: Random, json: string): string {
  const value: unknown = JSON.parse(json);
  const kind = random.below(7);
  if (kind === 0) return packed(spliced(random, json));
  if (kind === 1) return packed(json.slice(0, random.below(json.length)));
  if (kind === 2) return packed(json + json);
  if (kind === 3) return packed(json.replace(/\d+(\.\d+)?/, random.of(RAW)));
  if (kind === 4) return packed(nested(random, json));
  for (let times = random.below(4); times >= 0; times--) changeOne(random, value);
  return packed(JSON.stringify(value));
}

/** The JSON with a field that lies very deep, or a list that is very long. */
function nested(random: Random, json: string): string {
  const deep = random.below(200_000);
  const field = random.of(["run", "view", "knobs", "chosen", "text", "version", "lessons"]);
  const inside = random.chance(0.5)
    ? "[".repeat(deep) + "]".repeat(deep)
    : `[${Array.from({ length: random.below(20_000) }, () => random.of(["{}", "0", "[[0,[1]]]"])).join()}]`;
  return `${json.slice(0, -1)},${JSON.stringify(field)}:${inside}}`;
}

/** Changes, takes away or adds one field, somewhere in it. */
function changeOne(random: Random, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const names = Object.keys(value);
  if (names.length === 0) return;
  const name = random.of(names);
  const inner: unknown = Reflect.get(value, name);
  const kind = random.share();
  if (typeof inner === "object" && inner !== null && random.chance(0.8)) changeOne(random, inner);
  else if (kind < 0.15) Reflect.deleteProperty(value, name);
  else if (kind < 0.3) Reflect.set(value, random.of(["extra", "toString", "0"]), inner);
  else Reflect.set(value, name, random.of(values()));
}

/** The text with some of its letters changed, taken away, or put in. */
function spliced(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const put = random.of(["", "{", "]", '"', "\\", "\u0000", ",", "🔥", text.slice(0, 100)]);
  return text.slice(0, at) + put + text.slice(at + random.below(4));
}

/** The payload with its deflated bytes damaged. */
function inBytes(random: Random, payload: string): string {
  const bytes = Buffer.from(payload, "base64url");
  const kind = random.below(5);
  if (kind === 0) return letters(bytes.subarray(0, random.below(bytes.length)));
  if (kind === 1) return letters(Buffer.concat([bytes, bytes]));
  if (kind === 2) return letters(Buffer.concat([bytes, Buffer.from([random.below(256)])]));
  if (kind === 3) return letters(Buffer.from(random.many(2_000, () => random.below(256))));
  for (let times = random.below(8); times >= 0; times--) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  }
  return letters(bytes);
}

/** The payload with its letters damaged, as mail programs and people do. */
function inLetters(random: Random, payload: string): string {
  const at = random.below(payload.length + 1);
  const [head, tail] = [payload.slice(0, at), payload.slice(at)];
  return random.of([
    head,
    tail,
    payload + payload,
    `${head}=${tail}`,
    `${head}\n${tail}`,
    `${head}%2D${tail}`,
    `${head}…`,
    `${head}A${tail.slice(1)}`,
    `${payload}====`,
    payload.toLowerCase(),
    payload.replaceAll("-", "+").replaceAll("_", "/"),
    `${payload}&view=map`,
    "",
  ]);
}

/** A payload made of a sound one, damaged once or a few times. */
export function mutated(random: Random, json: string): string {
  let payload = random.chance(0.6) ? inJson(random, json) : packed(json);
  if (random.chance(0.3)) payload = inBytes(random, payload);
  if (random.chance(0.2)) payload = inLetters(random, payload);
  return random.chance(0.01) ? bomb(random.below(20_000_000)) : payload;
}
