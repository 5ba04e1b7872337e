/** Words for what a person may decide about a port. */

/** A decision in words. */
interface Asked {
  /** The question. */
  readonly question: string;
  /** What each choice means. */
  readonly choices: readonly (readonly [choice: string, words: string])[];
}

const IDS: Asked["choices"] = [
  ["identity", "By Spanner, bit-reversed numbers"],
  ["uuid", "By Spanner, random UUIDs"],
  ["hash(N)", "By the application, behind one of 16 hash shards"],
  ["keep", "By the application"],
];

const ASKED: Readonly<Record<string, Asked>> = {
  ids: {
    question: "How are ids generated?",
    choices: IDS,
  },
  key: {
    question: "How are ids of this table generated?",
    choices: IDS,
  },
  client: {
    question: "Do all clients read 64-bit integers without loss?",
    choices: [
      ["json", "No, some read them as JSON numbers"],
      ["int64-safe", "Yes"],
    ],
  },
  ci: {
    question: "Is a unique text the same in upper and lower case?",
    choices: [
      ["plain", "No, as Spanner compares them"],
      ["lower", "Yes, compare them in lower case"],
    ],
  },
  unsigned: {
    question: "Does BIGINT UNSIGNED hold values from 2^63 on?",
    choices: [
      ["int64", "No, they are 64-bit integers"],
      ["numeric", "Yes, they are decimals"],
    ],
  },
  as: {
    question: "What type holds all values?",
    choices: [
      ["NUMERIC", "NUMERIC: they fit"],
      ["FLOAT64", "FLOAT64: rounded"],
      ["STRING(MAX)", "STRING: every digit"],
    ],
  },
  uuid: {
    question: "How are UUIDs kept?",
    choices: [
      ["string36", "As text of 36 characters"],
      ["uuid", "As UUIDs of Spanner"],
      ["bytes16", "As 16 bytes, which the application converts"],
    ],
  },
  zone: {
    question: "In which time zone are times without one?",
    choices: [],
  },
  level: {
    question: "Who sets the column on each update?",
    choices: [
      ["proven", "The application"],
      ["current", "Spanner, in a form that the emulator does not know yet"],
    ],
  },
  enum: {
    question: "Does Spanner refuse values that are not listed?",
    choices: [
      ["check", "Yes, a check does"],
      ["plain", "No, a new value needs no change of the schema"],
    ],
  },
  ranges: {
    question: "Does Spanner refuse numbers outside the range or scale of their type?",
    choices: [
      ["plain", "No, they are kept as they come"],
      ["check", "Yes, a check does"],
    ],
  },
  views: {
    question: "Does the application need the views?",
    choices: [
      ["note", "Yes, they are lost"],
      ["skip", "No, they are left out without effect"],
    ],
  },
  "zero-date": {
    question: "What becomes of a zero date?",
    choices: [
      ["null", "NULL"],
      ["epoch", "1970-01-01"],
    ],
  },
};

/** What is written for a choice that stands for any number: shards as many as are usual. */
const WRITTEN: Readonly<Record<string, string>> = { "hash(N)": "hash(16)" };

/** The question of a decision. */
export const questionOf = (name: string): string => ASKED[name]?.question ?? `${name}?`;

/** A choice in words. */
export const choiceOf = (name: string, choice: string): string =>
  ASKED[name]?.choices.find(([it]) => it === choice)?.[1] ?? choice;

/** A choice as the directive states it. */
export const writtenOf = (choice: string): string => WRITTEN[choice] ?? choice;
