/** Numbers within words, as in `about 3,500 a second`. */
import { number } from "../ui/words.js";

/** The first number in words, with a word before it that says that it is rounded. */
const NUMBER =
  /(?:(?:about|almost|around|nearly|roughly|some) )?(?:\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)\b|\d[\d,]*(?:\.\d+)?)/i;

/** Words with another number in the place of theirs, with as many digits after the point. */
export function withNumber(words: string, value: number): string {
  const [found = ""] = NUMBER.exec(words) ?? [];
  const places = found.split(".")[1]?.length ?? 0;
  const written = number(Math.round(value * 10 ** places) / 10 ** places);
  return words.replace(found, written);
}
