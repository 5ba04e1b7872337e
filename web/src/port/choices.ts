/** Words for what a person may decide about a port. */

/** A decision in words. */
interface Asked {
  /** The question. */
  readonly question: string;
  /** What each choice means. */
  readonly choices: Readonly<Record<string, string>>;
}

const ASKED: Readonly<Record<string, Asked>> = {
  ids: {
    question: "How are ids generated?",
    choices: {
      identity: "By Spanner, bit-reversed",
      keep: "By the application",
    },
  },
  client: {
    question: "Do all clients read 64-bit integers without loss?",
    choices: { json: "No, some read them as JSON numbers", "int64-safe": "Yes" },
  },
  unsigned: {
    question: "How is BIGINT UNSIGNED stored?",
    choices: { int64: "As INT64, up to 2^63 - 1", numeric: "As NUMERIC, all of it" },
  },
  enum: {
    question: "Are the values of enumerations checked?",
    choices: { check: "Yes", plain: "No" },
  },
  ranges: {
    question: "Are ranges of integers and scales of decimals checked?",
    choices: { plain: "No", check: "Yes" },
  },
  level: {
    question: "Which forms may be written?",
    choices: { proven: "Those tried on the emulator", current: "All that Spanner documents" },
  },
};

/** The question of a decision. */
export const questionOf = (name: string): string => ASKED[name]?.question ?? `${name}?`;

/** A choice in words. */
export const choiceOf = (name: string, choice: string): string =>
  ASKED[name]?.choices[choice] ?? choice;
