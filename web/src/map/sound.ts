/** A row of a map as tones: the higher the hotter, with a rough one above it where it is full. */
import { onRamp } from "../ui/palette.js";

/** How long a run sounds, seconds. Ours: long enough to follow a diagonal, short enough to wait. */
const LASTS = 4;

/** Tones of idle and of without an end, Hz: four octaves, in which most voices and ears are. Ours. */
const [LOW, HIGH] = [110, 1_760];

/** How loud a tone is, and the rough one beside it. Ours. */
const [LOUD, ROUGH] = [0.12, 0.03];

/** Values of a curve at most: more are not heard apart. */
const POINTS = 600;

/** What sounds now. */
let playing: AudioContext | undefined;

/** What a row sounds like: its pitch, how loud it is, and how loud the rough tone, time by time. */
export interface Tune {
  /** Hz. */
  readonly pitch: Float32Array;
  /** 0 where there are no keys. */
  readonly loud: Float32Array;
  /** Above 0 where a split is full. */
  readonly rough: Float32Array;
}

/** Makes a tune of a row's shares of the full scale. */
export function tune(row: Float32Array): Tune {
  const many = Math.max(2, Math.min(POINTS, row.length));
  const curve = (value: (share: number) => number) =>
    Float32Array.from({ length: many }, (_, at) => {
      const from = Math.floor((at * row.length) / many);
      const to = Math.max(from + 1, Math.floor(((at + 1) * row.length) / many));
      // The greatest, as on the map: what is hot for a moment is heard.
      const keys = row.subarray(from, to).filter((share) => !Number.isNaN(share));
      return value(keys.length === 0 ? Number.NaN : Math.max(...keys));
    });
  const place = (share: number) => (Number.isNaN(share) ? 0 : onRamp(share, true));
  return {
    pitch: curve((share) => LOW * (HIGH / LOW) ** place(share)),
    loud: curve((share) => (Number.isNaN(share) ? 0 : LOUD)),
    rough: curve((share) => (share >= 1 ? ROUGH : 0)),
  };
}

/** Plays a row of a map, or stops what plays; says whether it plays. */
export function hear(row: Float32Array): boolean {
  const before = playing;
  playing = undefined;
  void before?.close();
  if (before || row.length === 0) return false;
  const context = new AudioContext();
  playing = context;
  const { pitch, loud, rough } = tune(row);
  const now = context.currentTime + 0.05;
  const voice = (type: OscillatorType, gains: Float32Array) => {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.type = type;
    oscillator.frequency.setValueCurveAtTime(pitch, now, LASTS);
    gain.gain.value = 0;
    gain.gain.setValueCurveAtTime(gains, now, LASTS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + LASTS);
    return oscillator;
  };
  voice("sawtooth", rough);
  voice("sine", loud).addEventListener("ended", () => {
    if (playing !== context) return;
    playing = undefined;
    void context.close();
  });
  return true;
}
