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
};

/** The question of a decision. */
export const questionOf = (name: string): string => ASKED[name]?.question ?? `${name}?`;

/** A choice in words. */
export const choiceOf = (name: string, choice: string): string =>
  ASKED[name]?.choices[choice] ?? choice;
