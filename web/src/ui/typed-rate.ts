/** A rate as people type it, in the form that directives take. */

/** What a rate should look like. */
export const RATE_EXPECTED = "Expected a rate such as 1,500, 12k/s or 90/min.";

/** Seconds by the unit of time. */
const SECONDS: Readonly<Record<string, number>> = {
  "": 1,
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
};

const SCALES: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6 };

/** `1500/s` for `1,500` or `90k/min`; nothing where it is no rate. */
export function typedRate(text: string): string | undefined {
  const parts = /^([\d.,_\s]+)([km]?)\s*(?:rows|writes)?\s*(?:(?:\/|per)\s*([a-z]*))?$/i.exec(
    text.trim(),
  );
  if (!parts) return undefined;
  const [, digits = "", scale = "", unit = ""] = parts;
  const number = Number(digits.replace(/[,_\s]/g, ""));
  const seconds = SECONDS[unit.toLowerCase()];
  if (digits.trim() === "" || !Number.isFinite(number) || seconds === undefined) return undefined;
  const perSecond = (number * (SCALES[scale.toLowerCase()] ?? 1)) / seconds;
  return `${Number(perSecond.toPrecision(6))}/s`;
}
