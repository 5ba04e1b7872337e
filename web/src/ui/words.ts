/** Words of the engine as parts of a template: names in backticks become code, all else is text. */
import { html, type TemplateResult } from "lit";

/** Marks that turn or hide letters: what they do is not what a name says. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|(?<=[ -~])[\u200c\u200d]/gu;

/** The same with marks that cannot be seen written out, as in `⟨U+202E⟩`. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (mark) => {
    if (mark === "\n") return mark;
    const code = mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `⟨U+${code}⟩`;
  });
}

/** Most letters of a name in a sentence: Spanner takes no longer one. */
const NAME_LENGTH = 128;

/** Splits `a \`b\` c` into text and `<code>`. */
export function words(text: string): (string | TemplateResult)[] {
  return split(text, (name) => name);
}

/** The same where much stands below: of a name that no database would take, only the start. */
export function briefly(text: string): (string | TemplateResult)[] {
  return split(text, (name) =>
    name.length > NAME_LENGTH ? `${[...name].slice(0, NAME_LENGTH).join("")}…` : name,
  );
}

function split(text: string, cut: (name: string) => string): (string | TemplateResult)[] {
  return shown(text)
    .split("`")
    .map((part, at) => (at % 2 === 1 ? html`<code>${cut(part)}</code>` : part))
    .filter((part) => part !== "");
}

/** The same without the backticks, where only text can stand. */
export function withoutCode(text: string): string {
  return shown(text).replaceAll("`", "");
}

/** Numbers by their digits after the point. To make one takes longer than to write a hundred. */
const FORMATS = [0, 1, 2].map(
  (digits) => new Intl.NumberFormat("en", { maximumFractionDigits: digits }),
);

/** A number with at most so many digits after the point. */
function written(value: number, digits: 0 | 1 | 2): string {
  return FORMATS[digits]?.format(value) ?? String(value);
}

/** A number as people write it: `12,000`, `3.4`, `0.05`. */
export function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return written(value, digits);
}

/** A rate in few letters: `950`, `3.5k`, `120k`. */
export function rate(value: number): string {
  if (value < 1_000) return number(Math.round(value));
  const thousands = value / 1_000;
  return `${written(thousands, thousands < 100 ? 1 : 0)}k`;
}

/** So much of a unit that may be bytes: `3.5k rows/s`, `12 MB/s`, `8 GB`. */
export function amount(value: number, unit: string): string {
  if (!unit.startsWith("bytes")) return `${rate(value)} ${unit}`;
  const rest = unit.slice("bytes".length);
  const prefixes = ["B", "kB", "MB", "GB", "TB", "PB"];
  const last = prefixes.length - 1;
  const at = Math.min(last, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${number(value / 1_000 ** at)} ${prefixes[at]}${rest}`;
}

/** A share as a percentage: `43 %`. */
export function percent(share: number): string {
  const value = share * 100;
  const digits = value > 0 && value < 1 ? 1 : 0;
  return `${written(value, digits)} %`;
}

/** The same words with each percentage on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}

/** A rate with two digits, as it is known: `28,000`. */
export function rounded(value: number): string {
  return number(Number(value.toPrecision(2)));
}

/** A load over its limit: `3.4× the limit`, or `43 % of the limit` below one. */
export function againstLimit(load: number): string {
  return load < 1
    ? `${percent(load)} of the limit`
    : `${written(load, load < 10 ? 1 : 0)}× the limit`;
}

/** Seconds from the start: `12:30`, or `1:02:30` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(m).padStart(h > 0 ? 2 : 1, "0")}:${String(s).padStart(2, "0")}`;
  return h > 0 ? `${h}:${tail}` : tail;
}

/** A word in the plural where there is not one of it. */
export function count(of: number, one: string, many = `${one}s`): string {
  return `${written(of, 0)} ${of === 1 ? one : many}`;
}
