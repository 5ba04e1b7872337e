/** Which problems the list shows. */
import { describe, expect, it } from "vitest";
import type { Finding, Question, Severity } from "../../../pkg/hotsplit.js";
import { type Filter, filtered, narrows, OPEN } from "../../src/problems/filter.js";
import type { Group } from "../../src/ui/order.js";

const finding = (object: string, severity: Severity, title: string): Finding => ({
  ...{ key: `${title} ${object}`, rule: "key-timestamp-first", severity, object, title },
  ...{ why: "", help: "", evidence: [], range: { from: 0, to: 1, line: 1 }, confidence: 1 },
  ...{ fixes: [{ id: "hash-shard-prefix", short: "T5", title: "" }], attached: [], withdraw: [] },
});
const question = (object: string): Question => ({
  ...{ key: `ask ${object}`, rule: "key-int-origin-unknown", object, why: "", choices: [] },
  ...{ question: `Where do the values of \`${object}.Id\` come from?` },
  range: { from: 0, to: 1, line: 1 },
});
const group = (object: string, findings: Finding[], questions: Question[] = []): Group => ({
  ...{ object, findings, questions },
});

const GROUPS = [
  group("Orders", [
    finding("Orders", "high", "`Orders.At` leads the key"),
    finding("Orders", "warn", "`Orders` has many indexes"),
  ]),
  group("Bills", [], [question("Bills")]),
];
const ACCEPTED = [finding("Audits", "high", "`Audits.At` leads the key")];
const HARMLESS = [
  { ...finding("Rates", "info", "`Rates.At` leads the key"), harmless: "2 rows a day" },
];
const LISTED = { groups: GROUPS, harmless: HARMLESS, accepted: ACCEPTED };

/** Titles that come through, with the counts. */
function check(part: Partial<Filter>): string {
  const { groups, harmless, accepted, shown, of } = filtered(LISTED, { ...OPEN, ...part });
  const said = groups.flatMap(({ object, findings, questions }) => [
    `${object} ${findings.length}+${questions.length}`,
  ]);
  said.push(
    ...harmless.map((one) => `[${one.object}]`),
    ...accepted.map((one) => `(${one.object})`),
  );
  return `${said.join(", ")}; ${shown} of ${of}`;
}

describe("the sieve", () => {
  it("lets everything through when it is open", () => {
    expect(check({})).toBe("Orders 2+0, Bills 0+1, [Rates], (Audits); 5 of 5");
    expect(narrows(OPEN)).toBe(false);
    expect(narrows({ ...OPEN, query: "  " })).toBe(false);
  });

  it("takes all words of the query, in any order and case, names without their backticks", () => {
    expect(check({ query: "KEY orders.at" })).toBe("Orders 1+0; 1 of 5");
    expect(check({ query: "leads" })).toBe("Orders 1+0, [Rates], (Audits); 3 of 5");
    expect(check({ query: "t5 many" })).toBe("Orders 1+0; 1 of 5");
    expect(check({ query: "hash-shard many" })).toBe("Orders 1+0; 1 of 5");
    expect(check({ query: "come from bills" })).toBe("Bills 0+1; 1 of 5");
    expect(check({ query: "nothing" })).toBe("; 0 of 5");
  });

  it("tells severities apart, questions among them", () => {
    expect(check({ severities: new Set(["high"]) })).toBe("Orders 1+0, (Audits); 2 of 5");
    expect(check({ severities: new Set(["ask", "warn"]) })).toBe("Orders 1+0, Bills 0+1; 2 of 5");
  });

  it("tells open, asked, harmless and accepted ones apart", () => {
    expect(check({ standing: "open" })).toBe("Orders 2+0; 2 of 5");
    expect(check({ standing: "question" })).toBe("Bills 0+1; 1 of 5");
    expect(check({ standing: "harmless" })).toBe("[Rates]; 1 of 5");
    expect(check({ standing: "accepted" })).toBe("(Audits); 1 of 5");
  });

  it("holds to one object, and to all conditions at once", () => {
    expect(check({ object: "Audits" })).toBe("(Audits); 1 of 5");
    expect(check({ object: "Rates" })).toBe("[Rates]; 1 of 5");
    expect(check({ object: "Orders", query: "many" })).toBe("Orders 1+0; 1 of 5");
    expect(check({ object: "Orders", standing: "question" })).toBe("; 0 of 5");
  });
});
