/* tslint:disable */
/* eslint-disable */
/**
 * "What load is this part of the map?"
 */
export interface AddAsk {
    /**
     * The run on whose map it is drawn.
     */
    which: Which;
    /**
     * First row of the grid.
     */
    firstRow: number;
    /**
     * Rows, of one table or index: what lies beyond it is left out.
     */
    rows: number;
    /**
     * First column.
     */
    firstColumn: number;
    /**
     * Columns.
     */
    columns: number;
}

/**
 * A piece of load that a person adds on a map: it changes or reads rows that are there. It belongs
 * to rows, and goes where these are in the other schema.
 */
export interface AddedLoad {
    /**
     * The run on whose map it was added.
     */
    which: Which;
    /**
     * The table or index.
     */
    object: string;
    /**
     * Its keys, as shares of all that the object has, 0 to 1: from where.
     */
    from: number;
    /**
     * To where.
     */
    to: number;
    /**
     * The second from which on it is asked for.
     */
    fromSecond: number;
    /**
     * The second at which it ends.
     */
    toSecond: number;
    /**
     * Rows changed or read per second.
     */
    perSecond: number;
    /**
     * It reads rows; otherwise it changes them.
     */
    reads: boolean;
    /**
     * All of it is for one row in the middle; otherwise it lies evenly on all rows between.
     */
    oneRow: boolean;
}

/**
 * Where a piece of added load lies in the picture of a run.
 */
export interface AddedPlace {
    /**
     * Which of the pieces asked for, from 0.
     */
    number: number;
    /**
     * Its keys in words, the first range of them; empty where it lies on none.
     */
    keyRange: string;
    /**
     * Ranges of rows, each with its first row and how many; at most [`ADDED_RANGES_MAX`], or else
     * all rows of the object.
     */
    ranges: RowRange[];
    /**
     * First column.
     */
    firstColumn: number;
    /**
     * Columns.
     */
    columns: number;
}

/**
 * "Read this text."
 */
export interface AnalyseAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * What the person has set.
     */
    workload: Workload;
}

/**
 * What was found in a text.
 */
export interface Analysis {
    /**
     * The dialect it was read in.
     */
    dialect: DialectChoice;
    /**
     * Findings, worst first.
     */
    findings: Finding[];
    /**
     * Questions that the text leaves open.
     */
    questions: Question[];
    /**
     * Findings accepted with a reason.
     */
    accepted: Finding[];
    /**
     * What could not be read.
     */
    syntaxErrors: Remark[];
    /**
     * Remarks that are no errors.
     */
    notes: Remark[];
    /**
     * Tables and indexes in the order of the text.
     */
    objects: SchemaObject[];
    /**
     * What directives in the text say of the workload.
     */
    stated: Workload;
    /**
     * What each table is for, and how often it is written and read.
     */
    tables: TableLoad[];
    /**
     * A rate of the whole schema is given, or one of every table is stated.
     */
    rateStated: boolean;
    /**
     * How much room the schema leaves, at what the text says of the instance.
     */
    headroom: HeadroomReport;
    /**
     * What it comes to, in a few sentences.
     */
    verdict: SchemaVerdict;
    /**
     * The database that it is a dump or schema of, where that is not Spanner and nobody has said
     * how to read it: it is to be ported first.
     */
    source?: SourceDatabase;
}

/**
 * "Work out what these runs leave open."
 */
export interface AnswersAsk {
    /**
     * The choices that made the second text of the runs.
     */
    chosen: Chosen[];
    /**
     * What they were made with.
     */
    workload: Workload;
    /**
     * Only the ranges of what is told of the runs, and no answers beside.
     */
    rangesOnly?: boolean;
}

/**
 * Answers as far as they are known.
 */
export interface AnswersSoFar {
    /**
     * How much of all is known, 0 to 1; at 1 there is nothing more to ask for.
     */
    progress: number;
    /**
     * The sentences on what happens, with the ranges of their numbers; absent until these are known.
     */
    headline?: string;
    /**
     * Rows/s that the schema sustains as it is.
     */
    sustainableWritesPerSecond: number;
    /**
     * Rows/s served as it is.
     */
    servedWritesPerSecond: number;
    /**
     * What the chosen fixes bought: keys, then interleaving, then indexes and foreign keys, then
     * all else, each on top of those before it. The points add up to the whole gain.
     */
    gains: GainStep[];
    /**
     * What each chosen fix would have bought by itself, in the order of choice, where they are
     * few. These do not add up.
     */
    alone: GainStep[];
    /**
     * Of the schema as it is.
     */
    before: SideReport;
    /**
     * Of the schema with fixes.
     */
    after?: SideReport;
}

/**
 * One of a few values.
 */
export interface AskChoice {
    /**
     * What is set.
     */
    value: string;
    /**
     * What the person reads.
     */
    label: string;
}

/**
 * Rows of the grid that belong to one object.
 */
export interface Band {
    /**
     * The table or index.
     */
    object: string;
    /**
     * `table`, `index`, or `managed index`.
     */
    kind: string;
    /**
     * How deep it is interleaved; 0 for a root.
     */
    depth: number;
    /**
     * First row.
     */
    firstRow: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * Its statement in the text of this run.
     */
    range: Range;
    /**
     * Even tables and indexes that share it; `object` says how many they are. Absent for one object.
     */
    folded?: number;
}

/**
 * Why a check failed.
 */
export type Because = { kind: "rule"; words: string; rule: string; finding: string; object: string; line?: number; evidence: string[] } | { kind: "split"; words: string; object: string; reason: string; side: string; finding?: string; line?: number; evidence: string[] } | { kind: "syntax"; words: string; line?: number } | { kind: "fact"; words: string; object?: string };

/**
 * The least and the most of a number, over draws of the constants that are not known.
 */
export interface Between {
    /**
     * The least.
     */
    low: number;
    /**
     * The most.
     */
    high: number;
}

/**
 * A block of a page.
 */
export interface Block {
    /**
     * `heading`, `text`, `item` or `code`.
     */
    kind: string;
    /**
     * For code: what stands after the fence, as in `sql bad`. Empty otherwise.
     */
    info: string;
    /**
     * The words; for code the lines as they are.
     */
    text: string;
}

/**
 * "Which fixes are there for this finding?"
 */
export interface CardsAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * What the person has set.
     */
    workload: Workload;
    /**
     * The finding's key.
     */
    finding: string;
    /**
     * What the person set, by fix and then by the names that its card asks by.
     */
    set?: Record<string, Record<string, string>>;
}

/**
 * Writes per second over the whole schema, with the range that guessed rates and constants of the
 * model which are not known leave.
 */
export interface Ceiling {
    /**
     * At the rates that are stated or assumed.
     */
    writesPerSecond: number;
    /**
     * A tenth of all draws lie below; absent where nothing is drawn.
     */
    low?: number;
    /**
     * A tenth lie above.
     */
    high?: number;
}

/**
 * One object a fix changes on the way.
 */
export interface Change {
    /**
     * The object.
     */
    object: string;
    /**
     * `table`, `index`, `foreign key`.
     */
    kind: string;
    /**
     * What changes.
     */
    what: string;
}

/**
 * An answer.
 */
export interface Choice {
    /**
     * What the person reads.
     */
    label: string;
    /**
     * The directive's fact: `sequential`.
     */
    fact: string;
    /**
     * The edit that writes it into the text.
     */
    edit: TextEdit;
}

/**
 * A fix a person has chosen.
 */
export interface Chosen {
    /**
     * The finding's key.
     */
    finding: string;
    /**
     * The fix's id, or its short form.
     */
    fix: string;
    /**
     * What the person set, by the names that the card asks by: `shards`, `reason`, `column`.
     */
    set?: Record<string, string>;
}

/**
 * A mistake in a lesson file.
 */
export interface Complaint {
    /**
     * The line, from 1.
     */
    line: number;
    /**
     * What was expected and what was found.
     */
    message: string;
}

/**
 * A constant of the model.
 */
export interface ConstantEntry {
    /**
     * In words, as in `split ceiling`.
     */
    label: string;
    /**
     * As usual; absent for a table.
     */
    value?: number;
    /**
     * The points of a table, in words; empty for one number.
     */
    table: string;
    /**
     * Its unit.
     */
    unit: string;
    /**
     * `documented`, `measured`, `calibrated`, `our assumption` and so on.
     */
    kind: string;
    /**
     * Where it is from, or why it was taken.
     */
    source: string;
    /**
     * The name by which a run is given another value; absent where none may be given.
     */
    name?: string;
    /**
     * What it may be, where it is not known; numbers of runs have ranges because of it.
     */
    between?: Between;
    /**
     * Why it is taken to lie there; empty where it is known.
     */
    betweenWhy: string;
    /**
     * It matters, and nobody has published it: worth trying with other values.
     */
    important: boolean;
}

/**
 * A constant of the model with a value.
 */
export interface ConstantValue {
    /**
     * As in `split_ceiling`.
     */
    name: string;
    /**
     * The value.
     */
    value: number;
    /**
     * It was measured on the database; otherwise it is tried.
     */
    measured?: boolean;
}

/**
 * A change of the text that cures a syntax error.
 */
export interface Cure {
    /**
     * What it does, for a button.
     */
    label: string;
    /**
     * The edits of the text.
     */
    edits: TextEdit[];
}

/**
 * Which dialect to read the text in.
 */
export type DialectChoice = "auto" | "googlesql" | "postgresql";

/**
 * Something that happened to a split.
 */
export interface Event {
    /**
     * Seconds from the start.
     */
    seconds: number;
    /**
     * `split`, `size-split`, `move`, `merge`.
     */
    kind: string;
    /**
     * The table or index.
     */
    object: string;
    /**
     * Row of the grid.
     */
    row: number;
    /**
     * Server afterwards.
     */
    server: number;
}

/**
 * A piece of evidence.
 */
export interface Evidence {
    /**
     * In words.
     */
    what: string;
    /**
     * Where.
     */
    range: Range;
}

/**
 * A fact that a directive may state.
 */
export interface FactEntry {
    /**
     * Its name, as in `lowcard`.
     */
    name: string;
    /**
     * How it is written, with an example of its argument, as in `lowcard(5)`.
     */
    form: string;
    /**
     * What it speaks of.
     */
    of: FactOf;
    /**
     * The words it takes behind its sign, where it takes one of a few.
     */
    words: string[];
    /**
     * One sentence about it.
     */
    help: string;
}

/**
 * What a fact speaks of.
 */
export type FactOf = "column" | "table" | "file";

/**
 * A `name: value` line.
 */
export interface Field {
    /**
     * The name.
     */
    name: string;
    /**
     * The value.
     */
    value: string;
}

/**
 * What a figure says of the model.
 */
export type FigureKind = "by-construction" | "calibrated" | "claim" | "other-database" | "guidance" | "independent";

/**
 * One finding.
 */
export interface Finding {
    /**
     * Names this finding among all: `key-timestamp-first Visits.SeenAt`. Stable while typing.
     */
    key: string;
    /**
     * The rule.
     */
    rule: string;
    /**
     * How bad.
     */
    severity: Severity;
    /**
     * The table or index.
     */
    object: string;
    /**
     * For an index that Spanner keeps for a foreign key: the table that it is on.
     */
    table?: string;
    /**
     * For such an index: the foreign key, if that has a name.
     */
    constraint?: string;
    /**
     * For such an index: its key columns in order.
     */
    columns?: string[];
    /**
     * The column, if one is to blame.
     */
    column?: string;
    /**
     * What is wrong; names in backticks.
     */
    title: string;
    /**
     * What it costs.
     */
    why: string;
    /**
     * What to do.
     */
    help: string;
    /**
     * Spanner's own word for it, as in `MOVING_HOT_SPOT`.
     */
    reason?: string;
    /**
     * The query that confirms it on a live database.
     */
    query?: string;
    /**
     * Why it is believed.
     */
    evidence: Evidence[];
    /**
     * The line to blame.
     */
    range: Range;
    /**
     * How sure, 0 to 1.
     */
    confidence: number;
    /**
     * Load over what one split can take, where the rates are stated.
     */
    utilisation?: number;
    /**
     * Writes/s over the whole schema at which its split is full, whatever the nodes.
     */
    ceilingWritesPerSecond?: Ceiling;
    /**
     * Share of the schema's work that goes to its split, 0 to 1.
     */
    share?: number;
    /**
     * Nodes up to which it does no harm.
     */
    nodesHarmless?: number;
    /**
     * Whether the rate it is judged by is stated; absent where it is not about a rate.
     */
    rateStated?: boolean;
    /**
     * Why it does no harm as things are, with what would change that. Nobody has accepted it.
     */
    harmless?: string;
    /**
     * Fixes that may help, best first; ask for their cards.
     */
    fixes: FixName[];
    /**
     * Rules that explain something about this finding.
     */
    attached: string[];
    /**
     * The reason it was accepted with.
     */
    accepted?: string;
    /**
     * For an accepted finding, the edits that take the acceptance out of the text again.
     */
    withdraw: TextEdit[];
}

/**
 * Something a person may choose about a fix.
 */
export interface FixAsk {
    /**
     * The name it is set by, in `set` of `Chosen`.
     */
    name: string;
    /**
     * What is asked.
     */
    label: string;
    /**
     * `number`, `choice` or `list` (words with commas between).
     */
    kind: string;
    /**
     * The least, for a number.
     */
    least?: number;
    /**
     * The most, for a number.
     */
    most?: number;
    /**
     * What may be chosen, for a choice.
     */
    choices: AskChoice[];
    /**
     * The value in use.
     */
    value: string;
    /**
     * What to know before choosing, one line each.
     */
    notes: string[];
}

/**
 * A fix, worked out for one finding.
 */
export interface FixCard {
    /**
     * As in `hash-shard-prefix`.
     */
    id: string;
    /**
     * A short form of the id for people, as in `T5`.
     */
    short: string;
    /**
     * What it does.
     */
    title: string;
    /**
     * Why it is not offered, with what would make it possible; the rest is empty then.
     */
    refused?: string;
    /**
     * The key that comes out.
     */
    resultingKey: string;
    /**
     * Most writes/s the result can take, by the model, on the nodes set; absent when the fix
     * changes no key.
     */
    ceilingWritesPerSecond?: number;
    /**
     * The least and the most that it may be; absent where what a split takes is not the limit.
     */
    ceilingBetween?: Between;
    /**
     * What it costs.
     */
    costs: string[];
    /**
     * What else changes.
     */
    cascade: Change[];
    /**
     * What the application must change.
     */
    application: string[];
    /**
     * Shards, where the fix has any.
     */
    shards?: number;
    /**
     * What the person may choose, in the order to ask; what is to be chosen first, where the fix
     * is rejected for that.
     */
    asks: FixAsk[];
    /**
     * What reads cost before and after, where the fix changes a key or an index.
     */
    reads: ReadCost[];
    /**
     * Bytes that a row takes with its keys, in its table and in all its indexes; absent where the
     * fix changes neither.
     */
    bytes?: RowBytes;
    /**
     * The edits of the text.
     */
    edits: TextEdit[];
}

/**
 * A fix, as a list shows it.
 */
export interface FixEntry {
    /**
     * As in `hash-shard-prefix`, which is the name of its page too.
     */
    id: string;
    /**
     * A short form of the id for people, as in `T5`.
     */
    short: string;
    /**
     * What it does.
     */
    title: string;
}

/**
 * A fix by name.
 */
export interface FixName {
    /**
     * As in `hash-shard-prefix`.
     */
    id: string;
    /**
     * A short form of the id for people, as in `T5`.
     */
    short: string;
    /**
     * What it does.
     */
    title: string;
}

/**
 * A fix with what it was chosen for.
 */
export interface GainFix {
    /**
     * As in `hash-shard-prefix`.
     */
    fix: string;
    /**
     * A short form of it for people, as in `T5`.
     */
    short: string;
    /**
     * The finding's key.
     */
    finding: string;
}

/**
 * What some fixes bought.
 */
export interface GainStep {
    /**
     * `keys`, `interleaving`, `indexes and foreign keys`, `all else`.
     */
    family: string;
    /**
     * The fixes.
     */
    fixes: GainFix[];
    /**
     * Those of them that cannot be applied without later ones, whose gain is told there.
     */
    waiting: number;
    /**
     * Rows/s sustained with them.
     */
    sustainableWritesPerSecond: number;
    /**
     * Rows/s served with them.
     */
    servedWritesPerSecond: number;
    /**
     * What they add to the sustainable rate, in percentage points of the rate without fixes.
     */
    sustainablePoints: number;
    /**
     * The least and the most of these points.
     */
    sustainablePointsBetween?: Between;
    /**
     * The same of the served rate.
     */
    servedPoints: number;
}

/**
 * How much room a schema leaves. Nothing of it depends on how many writes are simulated, but for
 * the numbers that say so.
 */
export interface HeadroomReport {
    /**
     * Writes/s over the whole schema at which the first key is full, whatever the nodes; absent
     * where no key holds the schema back.
     */
    ceilingWritesPerSecond?: Ceiling;
    /**
     * Nodes from which on more of them do not help; absent likewise.
     */
    nodesHarmless?: number;
    /**
     * The mix of rates is guessed, and the range of the ceiling is of that too.
     */
    mixGuessed: boolean;
    /**
     * What the nodes could take if all load were even, in writes/s at 100 % CPU.
     */
    capacityEvenWritesPerSecond?: number;
    /**
     * A tenth of what that may be lies below, and a tenth above.
     */
    capacityEvenBetween?: Between;
    /**
     * What is simulated where nobody has said a rate: the recommended share of that.
     */
    defaultWritesPerSecond: number;
    /**
     * Keys that do not spread, those that are full first in front.
     */
    keys: HotKey[];
    /**
     * Hot keys that are not listed.
     */
    keysLeftOut: number;
    /**
     * The table whose real rate would narrow the range of the ceiling most.
     */
    askFor?: string;
}

/**
 * A hint.
 */
export interface Hint {
    /**
     * What it says.
     */
    blocks: Block[];
}

/**
 * Cells by brightness.
 */
export interface Histogram {
    /**
     * Cells by place on the legend, cut into equal bins.
     */
    bins: number[];
    /**
     * Cells without keys.
     */
    noKeys: number;
    /**
     * Cells at what a split can take, or above.
     */
    full: number;
}

/**
 * "How many cells are how bright?" Cells of both runs are counted.
 */
export interface HistogramAsk {
    /**
     * What brightness stands for; CPU as usual.
     */
    metric?: Metric;
    /**
     * Logarithmic brightness.
     */
    log: boolean;
}

/**
 * A key that does not spread: a moving tail or a row that no split can divide.
 */
export interface HotKey {
    /**
     * The table or index that bears most of it, by the root of its row tree.
     */
    object: string;
    /**
     * Other tables and indexes whose rows lie in the same split.
     */
    with: string[];
    /**
     * Why it does not spread, in a few words: `commit timestamp leads`.
     */
    cause: string;
    /**
     * Writes/s over the whole schema at which it is full.
     */
    ceilingWritesPerSecond?: Ceiling;
    /**
     * Its share of all work, 0 to 1.
     */
    share: number;
    /**
     * Nodes up to which it does no harm.
     */
    nodesHarmless: number;
    /**
     * Its load over what a split can take, at the writes that are simulated.
     */
    load: number;
    /**
     * Share of all draws of the guessed rates in which it is the first to be full.
     */
    firstShare: number;
    /**
     * Its rates are stated, or follow from what is stated.
     */
    rateStated: boolean;
    /**
     * `table`, `index`, or `managed index`.
     */
    kind: string;
    /**
     * The table whose rate decides its load: the table itself, or the table of an index.
     */
    table: string;
    /**
     * Line of its statement, from 1.
     */
    line: number;
    /**
     * What that means, as a clause: `every insert goes to one split`.
     */
    effect: string;
    /**
     * Key of the worst finding that stands about it, or about what shares its split, and that is
     * about what a split takes; absent where there is none.
     */
    finding?: string;
    /**
     * Key of the question whose answer decides whether it spreads after all.
     */
    question?: string;
    /**
     * Rows written per second to the table or index, at the writes that are simulated.
     */
    writesPerSecond: number;
    /**
     * Rows written per second to it at which its split is full; absent where nothing loads it.
     */
    hotFromPerSecond?: number;
    /**
     * Why the finding does no harm as things are, with what would change that.
     */
    harmless?: string;
    /**
     * It is to be changed: a finding that does harm stands about it, or it is full at the writes that
     * are simulated and it is known how it is filled; and no question decides whether it spreads
     * after all. The verdict and the list of hot keys count these.
     */
    isHot: boolean;
}

/**
 * A part of a rewritten text that a fix made.
 */
export interface Hunk {
    /**
     * Where, in the new text.
     */
    range: Range;
    /**
     * The fix.
     */
    fix: FixName;
    /**
     * The finding it cures.
     */
    finding: string;
}

/**
 * How a step was judged.
 */
export interface Judged {
    /**
     * All checks passed and nothing else is wrong; true for a step without checks.
     */
    passed: boolean;
    /**
     * Its checks in order.
     */
    checks: JudgedCheck[];
    /**
     * What else keeps it from passing: nothing says what fills a column, or a table or index is hot.
     */
    objections: Because[];
    /**
     * Directives of the learner that do not count, one sentence each.
     */
    ignored: string[];
}

/**
 * How a check was judged.
 */
export interface JudgedCheck {
    /**
     * As written: `after.served >= 11000/s`.
     */
    text: string;
    /**
     * What it asks for, in words.
     */
    words: string;
    /**
     * It holds.
     */
    passed: boolean;
    /**
     * The author's words for when it fails.
     */
    message: string;
    /**
     * What the engine gives, with its unit: `3,500/s`; `none` where there is no such value.
     */
    measured: string;
    /**
     * What is asked for, with its unit: `at least 11,000/s`.
     */
    wanted: string;
    /**
     * Why it failed, by the engine; absent for a check that passed, and where the engine knows of
     * nothing more than the two values.
     */
    because?: Because;
}

/**
 * A check of a step.
 */
export interface LessonCheck {
    /**
     * As written: `after.served >= 11000/s`.
     */
    text: string;
    /**
     * What it asks for, in words: `rows served with the change at least 11,000/s`.
     */
    words: string;
    /**
     * The author's words for when it fails.
     */
    message: string;
}

/**
 * What a lesson file says.
 */
export interface LessonFile {
    /**
     * Its heading.
     */
    title: string;
    /**
     * It is an exam: there are no hints.
     */
    exam: boolean;
    /**
     * Minutes that it takes a person.
     */
    minutes: number;
    /**
     * What it is about, as in `the moving tail`.
     */
    topic: string;
    /**
     * Ids of the claims it teaches.
     */
    teaches: string[];
    /**
     * What its runs are set to.
     */
    run: LessonRun;
    /**
     * What is read before the first step.
     */
    introduction: Block[];
    /**
     * The text that the learner begins with.
     */
    starter: string;
    /**
     * DDL behind the learner's text in every run, and not shown; empty for none.
     */
    hidden: string;
    /**
     * The steps in order.
     */
    steps: LessonStep[];
    /**
     * What the solution does and what it costs.
     */
    solution: Block[];
    /**
     * The text of the solution.
     */
    solutionText: string;
    /**
     * What to check on a real database.
     */
    real: Block[];
}

/**
 * A lesson file, read.
 */
export interface LessonRead {
    /**
     * What could be read, for as long as it has a title, a schema and a step.
     */
    lesson?: LessonFile;
    /**
     * What is wrong with the file, in the order of its lines.
     */
    complaints: Complaint[];
}

/**
 * What the runs of a lesson are set to.
 */
export interface LessonRun {
    /**
     * The dialect; never `auto`.
     */
    dialect: DialectChoice;
    /**
     * Nodes of the instance.
     */
    nodes: number;
    /**
     * Rows written per second over the whole schema.
     */
    writesPerSecond?: number;
    /**
     * Minutes simulated.
     */
    minutes: number;
    /**
     * Seed.
     */
    seed: number;
}

/**
 * A step of a lesson.
 */
export interface LessonStep {
    /**
     * Its heading.
     */
    title: string;
    /**
     * What is read.
     */
    blocks: Block[];
    /**
     * What the learner predicts before anything is shown.
     */
    predict?: Prediction;
    /**
     * What is brought to the front.
     */
    look?: Look;
    /**
     * What has to hold for the step to be done; none for a step that is done by going on.
     */
    checks: LessonCheck[];
    /**
     * The schema once it is done; absent in the last step with checks, after which it is the
     * solution, and where the author gives none.
     */
    after?: string;
    /**
     * Hints, given one at a time.
     */
    hints: Hint[];
}

/**
 * A part of the page.
 */
export type Look = "text" | "problems" | "map" | "results";

/**
 * A number by which a shape was told.
 */
export interface Measured {
    /**
     * What it is: `R²`.
     */
    name: string;
    /**
     * The number.
     */
    value: number;
}

/**
 * "What do these lines say?"
 */
export interface MeasuredAsk {
    /**
     * A name and a number on each line: `commit p99: 18 ms`.
     */
    text: string;
}

/**
 * What pasted lines say.
 */
export interface MeasuredRead {
    /**
     * Constants of the model, each marked as measured.
     */
    constants: ConstantValue[];
    /**
     * A line for each constant that was read and each line that was not understood.
     */
    messages: string[];
    /**
     * Lines that were not understood.
     */
    unread: number;
}

/**
 * What brightness stands for.
 */
export type Metric = "cpu" | "rows-written" | "bytes-written" | "rows-read" | "bytes-held";

/**
 * A metric that may be chosen, with its scale.
 */
export interface MetricEntry {
    /**
     * The metric.
     */
    metric: Metric;
    /**
     * What it is called: `Rows written`.
     */
    name: string;
    /**
     * Its unit: `rows/s`.
     */
    unit: string;
    /**
     * What 100 % of the scale is, in the unit.
     */
    full: number;
    /**
     * What that is, in words: `the size at which a split is divided`.
     */
    fullInWords: string;
    /**
     * The load has something of it; without, its picture is dark.
     */
    present: boolean;
}

/**
 * How many nodes a rate needs.
 */
export interface NeededReport {
    /**
     * Nodes; absent where no number of them is enough.
     */
    nodes?: number;
    /**
     * The object whose load does not spread, where none is enough.
     */
    object?: string;
    /**
     * In words.
     */
    words: string;
}

/**
 * A table that is cool itself and has a hot split for a neighbour.
 */
export interface NeighbourReport {
    /**
     * The table.
     */
    table: string;
    /**
     * What its neighbour is a split of.
     */
    hot: string;
    /**
     * 99th percentile of the table's own commits beside it, ms.
     */
    withMs: number;
    /**
     * The same without the hot object's commits, ms.
     */
    withoutMs: number;
    /**
     * In words.
     */
    words: string;
}

/**
 * What an instance of some size takes.
 */
export interface NodesPoint {
    /**
     * Nodes.
     */
    nodes: number;
    /**
     * Rows/s with no server above 100 %.
     */
    sustainable: number;
    /**
     * The least and the most of that.
     */
    sustainableBetween: Between;
    /**
     * Rows/s with no server above the recommended maximum.
     */
    recommended: number;
    /**
     * From arithmetic; otherwise from a short run with more load than the instance takes.
     */
    exact: boolean;
}

/**
 * How the rates change over a run.
 */
export type Pace = { kind: "steady" } | { kind: "step"; before: number; second: number } | { kind: "ramp"; from: number; seconds: number } | { kind: "growth"; from: number; factor: number; every: number };

/**
 * A marked-down page in parts.
 */
export interface Page {
    /**
     * Its heading.
     */
    title: string;
    /**
     * `name: value` lines between the heading and the first paragraph.
     */
    fields: Field[];
    /**
     * Paragraphs, headings, lists and code, in order.
     */
    blocks: Block[];
}

/**
 * How a heatmap is painted.
 */
export interface PaintAsk {
    /**
     * Which run; for a difference, whose rows it has.
     */
    which: Which;
    /**
     * What of it.
     */
    view: PaintView;
    /**
     * What brightness stands for; CPU as usual, and for servers always.
     */
    metric?: Metric;
    /**
     * Width in device pixels; at most [`PAINT_PIXELS_MAX`] with the height.
     */
    width: number;
    /**
     * Height in device pixels.
     */
    height: number;
    /**
     * The colours; a difference has its own.
     */
    palette: Palette;
    /**
     * Logarithmic brightness.
     */
    log: boolean;
    /**
     * Place on the legend, 0 to 1, up to which all is as dark as idle; 0 as usual.
     */
    black?: number;
    /**
     * Place from which on all is as bright as can be; 1 as usual.
     */
    white?: number;
    /**
     * What is full is hatched; it is as usual.
     */
    hatch?: boolean;
    /**
     * Visible part, as fractions of the whole: left, right, top, bottom.
     */
    left: number;
    /**
     * See `left`.
     */
    right: number;
    /**
     * See `left`.
     */
    top: number;
    /**
     * See `left`.
     */
    bottom: number;
}

/**
 * What is painted.
 */
export type PaintView = "keys" | "servers" | "difference";

/**
 * Colours from idle to saturated.
 */
export type Palette = "health" | "inferno" | "cividis" | "viridis" | "greys" | "servers";

/**
 * A named shape in the picture, and the box it stands in.
 */
export interface Pattern {
    /**
     * `moving-hot-spot`, `parallel-tails`, `hot-row`, `even`.
     */
    id: string;
    /**
     * In words.
     */
    label: string;
    /**
     * What it means and what to do.
     */
    say: string;
    /**
     * The table or index; the busiest for a shape over all of them.
     */
    object: string;
    /**
     * How well the cells fit the shape, 0 to 1.
     */
    confidence: number;
    /**
     * The numbers it was told by.
     */
    evidence: Measured[];
    /**
     * First row.
     */
    firstRow: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * First column.
     */
    firstColumn: number;
    /**
     * Columns.
     */
    columns: number;
}

/**
 * A question to answer before it is shown.
 */
export interface Prediction {
    /**
     * The question.
     */
    question: string;
    /**
     * The answers to choose from. Where several are right, all of them are to be chosen.
     */
    choices: PredictionChoice[];
    /**
     * Why, shown after the answer whatever it was.
     */
    why: Block[];
}

/**
 * An answer to a prediction.
 */
export interface PredictionChoice {
    /**
     * What it says.
     */
    text: string;
    /**
     * It is right.
     */
    right: boolean;
    /**
     * For one that is wrong: the misconception behind it. It is for whoever chose it.
     */
    reply?: string;
}

/**
 * What is under a point of the heatmap.
 */
export interface Probe {
    /**
     * Seconds from the start.
     */
    seconds: number;
    /**
     * The table or index.
     */
    object: string;
    /**
     * The key range in words: `Transactions, ShardId 3, 40–41 % of TxnId`.
     */
    keyRange: string;
    /**
     * Rows written per second in this range.
     */
    writesPerSecond: number;
    /**
     * Share of what one split can take.
     */
    shareOfSplit: number;
    /**
     * The metric that was asked for, in its unit; absent where none was, and where there are no
     * keys.
     */
    value?: number;
    /**
     * Server that serves it.
     */
    server: number;
    /**
     * Utilisation of that server, 0 to 1.
     */
    serverUtilisation: number;
    /**
     * Why its split cannot be split further, where it is hot.
     */
    reason?: string;
}

/**
 * "What is under this point?"
 */
export interface ProbeAsk {
    /**
     * Which run.
     */
    which: Which;
    /**
     * Column of the grid.
     */
    column: number;
    /**
     * Row of the grid.
     */
    row: number;
    /**
     * What else is told of it, beside its writes and its share of a split.
     */
    metric?: Metric;
}

/**
 * A question; each answer is an edit that writes a directive.
 */
export interface Question {
    /**
     * Names this question among all.
     */
    key: string;
    /**
     * The rule that asks.
     */
    rule: string;
    /**
     * The table or index.
     */
    object: string;
    /**
     * The column.
     */
    column?: string;
    /**
     * The question.
     */
    question: string;
    /**
     * Why it matters.
     */
    why: string;
    /**
     * The answers.
     */
    choices: Choice[];
    /**
     * Where.
     */
    range: Range;
}

/**
 * A range of the text in UTF-16 code units.
 */
export interface Range {
    /**
     * First unit.
     */
    from: number;
    /**
     * One past the last unit.
     */
    to: number;
    /**
     * Line of the first unit, from 1.
     */
    line: number;
}

/**
 * What one way of reading costs before and after, with its query.
 */
export interface ReadCost {
    /**
     * The table or index that is read.
     */
    object: string;
    /**
     * `point`, `entity`, `newest`, `lastHour` or `full`.
     */
    shape: string;
    /**
     * The way of reading, in words: `one Txn`, `the newest 50`.
     */
    label: string;
    /**
     * What it takes as the schema is.
     */
    before: ReadScans;
    /**
     * What it takes with the fix.
     */
    after: ReadScans;
}

/**
 * What a read takes on one schema.
 */
export interface ReadScans {
    /**
     * Ranges of keys that are read; absent where every row is.
     */
    ranges?: number;
    /**
     * In words: `1 scan`, `16 scans and a merge`, `every row`.
     */
    words: string;
    /**
     * The query.
     */
    query: string;
}

/**
 * The fix that is recommended for a hot key.
 */
export interface Recommended {
    /**
     * The hot key, as `HotKey.object`.
     */
    object: string;
    /**
     * Key of the finding that it removes.
     */
    finding: string;
    /**
     * Id of the fix: `hash-shard-prefix`.
     */
    fix: string;
    /**
     * A short form of the id for people, as in `T5`.
     */
    short: string;
    /**
     * What it does to what, for a button: ``Add a hash shard to `Transactions` ``.
     */
    title: string;
}

/**
 * "Which fixes are recommended for the hot keys?"
 */
export interface RecommendedAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * What the person has set.
     */
    workload: Workload;
}

/**
 * Fixes for hot keys. They are for a preview: nobody has chosen them.
 */
export interface RecommendedFixes {
    /**
     * Those that go together, for `rewrite`: none of them is rejected.
     */
    choices: Chosen[];
    /**
     * The best fix of each hot key that has one, keys that are full first in front.
     */
    keys: Recommended[];
}

/**
 * What a person may look up: the facts of directives, for completion, the rules and the fixes.
 */
export interface Reference {
    /**
     * Every fact that a directive may state, in the order in which completion offers them.
     */
    facts: FactEntry[];
    /**
     * Every rule, in the order in which pages list them.
     */
    rules: RuleEntry[];
    /**
     * Every fix.
     */
    fixes: FixEntry[];
}

/**
 * A choice that could not be applied.
 */
export interface Refused {
    /**
     * The finding.
     */
    finding: string;
    /**
     * The fix's id.
     */
    fix: string;
    /**
     * Why.
     */
    why: string;
}

/**
 * A remark with its place.
 */
export interface Remark {
    /**
     * In words.
     */
    message: string;
    /**
     * Where.
     */
    range: Range;
    /**
     * What would cure it, if that is known.
     */
    cure?: Cure;
}

/**
 * The text with fixes applied.
 */
export interface Rewrite {
    /**
     * The new text.
     */
    text: string;
    /**
     * Which fix made which part of it.
     */
    hunks: Hunk[];
    /**
     * Choices that could not be applied, with the reason.
     */
    refused: Refused[];
    /**
     * What reads of the tables and indexes that changed cost before and after.
     */
    reads: ReadCost[];
    /**
     * What is found in the new text.
     */
    analysis: Analysis;
}

/**
 * "What does the text look like with these fixes?"
 */
export interface RewriteAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * What the person has set.
     */
    workload: Workload;
    /**
     * The fixes, in the order chosen.
     */
    chosen: Chosen[];
}

/**
 * How to get from a schema to the one that fixes give.
 */
export interface Rollout {
    /**
     * The version of this form: 1.
     */
    version: number;
    /**
     * `googlesql` or `postgresql`.
     */
    dialect: string;
    /**
     * The database holds data already.
     */
    live: boolean;
    /**
     * Words in statements that a person replaces.
     */
    placeholders: RolloutPlaceholder[];
    /**
     * The steps, in order.
     */
    steps: RolloutStep[];
    /**
     * What reads of the tables and indexes that changed cost before and after the last step.
     */
    reads: ReadCost[];
    /**
     * All of it as one marked-down text.
     */
    markdown: string;
}

/**
 * "How do I get there?" Fields are those of `RewriteAsk`.
 */
export interface RolloutAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * What the person has set.
     */
    workload: Workload;
    /**
     * The fixes, in the order chosen.
     */
    chosen: Chosen[];
    /**
     * Whether a database with this schema holds data already.
     */
    deployed: boolean;
}

/**
 * How to go back.
 */
export interface RolloutBack {
    /**
     * In words.
     */
    words: string;
    /**
     * What to run.
     */
    code: RolloutCode[];
}

/**
 * What comes before a DELETE.
 */
export interface RolloutBeforeDelete {
    /**
     * Run before all else.
     */
    first: string[];
    /**
     * Rows that the DELETE takes along: first do for each what comes before its own DELETE.
     */
    rows: RolloutRows[];
    /**
     * Then these.
     */
    statements: string[];
}

/**
 * A query with what it should answer.
 */
export interface RolloutCheck {
    /**
     * The query.
     */
    query: string;
    /**
     * `no rows`, or a sentence.
     */
    expected: string;
    /**
     * `before` or `after` the code of its step.
     */
    when: string;
}

/**
 * Something to run or to keep in a file.
 */
export interface RolloutCode {
    /**
     * `ddl` (one call of the DDL API), `dml`, `pdml` (partitioned DML), `query`, `gcloud` or `file`.
     */
    kind: string;
    /**
     * The statements, one each; a shell command or a file is one.
     */
    statements: string[];
    /**
     * A limit of Spanner that it stays below.
     */
    limit?: string;
}

/**
 * Columns that cannot be read again in the transaction that sets them.
 */
export interface RolloutCommitTimestamps {
    /**
     * The columns.
     */
    columns: string[];
    /**
     * Run behind all else, for each row that the transaction changed, before the UPDATEs that set them in
     * the table itself.
     */
    after: string[];
}

/**
 * How long a step takes.
 */
export interface RolloutDuration {
    /**
     * `minutes`, `hours` or `days`.
     */
    class: string;
    /**
     * From what that follows.
     */
    why: string;
}

/**
 * What to do around an UPDATE of columns that the new key is made of.
 */
export interface RolloutMoves {
    /**
     * The columns.
     */
    columns: string[];
    /**
     * Rows below it that move too.
     */
    rows: RolloutRows[];
    /**
     * Run before the UPDATE.
     */
    before: string[];
}

/**
 * A parameter of a statement.
 */
export interface RolloutParameter {
    /**
     * The column whose value it takes.
     */
    column: string;
    /**
     * Its name in the API.
     */
    parameter: string;
    /**
     * As statements write it.
     */
    sql: string;
    /**
     * The type of the column as the schema writes it.
     */
    type: string;
}

/**
 * Work over the rows of a table, one range of its key after another, each in one read-write
 * transaction.
 */
export interface RolloutPass {
    /**
     * `copy`, `repair` or `surplus`.
     */
    purpose: string;
    /**
     * The table whose key is walked.
     */
    table: string;
    /**
     * The table that is written.
     */
    copy: string;
    /**
     * Rows of a range.
     */
    rowsPerRange: number;
    /**
     * The end of a range.
     */
    upto: RolloutParameter[];
    /**
     * The end of the range before.
     */
    after: RolloutParameter[];
    /**
     * Statements of the first range.
     */
    first: RolloutRange;
    /**
     * Statements of each range behind it.
     */
    next: RolloutRange;
}

/**
 * A word that a person replaces.
 */
export interface RolloutPlaceholder {
    /**
     * The word.
     */
    name: string;
    /**
     * What to put there.
     */
    means: string;
}

/**
 * Statements of one range.
 */
export interface RolloutRange {
    /**
     * Gives the last key of the range; no row where nothing is left.
     */
    end: string;
    /**
     * Lists what is wrong within the range.
     */
    find?: string;
    /**
     * What is run.
     */
    statements: string[];
}

/**
 * Rows of a table that hang on a row.
 */
export interface RolloutRows {
    /**
     * The table.
     */
    table: string;
    /**
     * Gives their keys.
     */
    query: string;
}

/**
 * What a transaction does when it changes rows of a table that others follow.
 */
export interface RolloutRule {
    /**
     * The table that the application writes.
     */
    table: string;
    /**
     * Tables that hold the image of its rows.
     */
    copies: string[];
    /**
     * The key of a changed row, as statements take it.
     */
    key: RolloutParameter[];
    /**
     * Run directly behind each INSERT and UPDATE of a row.
     */
    afterWrite: string[];
    /**
     * Run directly before each DELETE of a row.
     */
    beforeDelete: RolloutBeforeDelete;
    /**
     * What an UPDATE of some columns needs besides.
     */
    moves?: RolloutMoves;
    /**
     * Columns that a transaction sets to its commit timestamp.
     */
    commitTimestamps?: RolloutCommitTimestamps;
    /**
     * Columns that the application has to give from here on.
     */
    supplied: RolloutSupplied[];
    /**
     * The same as code of an application.
     */
    shapes: RolloutShape[];
}

/**
 * Code of an application in one language.
 */
export interface RolloutShape {
    /**
     * `go`, `java`, `python` or `javascript`.
     */
    language: string;
    /**
     * The code.
     */
    code: string;
}

/**
 * One step of a plan.
 */
export interface RolloutStep {
    /**
     * Names the step within its plan.
     */
    id: string;
    /**
     * `batch`, `change`, `check`, `create`, `follow`, `copy`, `compare`, `attach`, `read`, `turn`,
     * `watch`, `stop`, `finish` or `confirm`.
     */
    kind: string;
    /**
     * Tables that move together have one number; absent outside of groups.
     */
    group?: number;
    /**
     * What is done, as a heading.
     */
    title: string;
    /**
     * `dba`, `application` or `job`.
     */
    owner: string;
    /**
     * How long it takes.
     */
    duration: RolloutDuration;
    /**
     * It can be undone without a backup.
     */
    reversible: boolean;
    /**
     * Why it is safe while the database is in use.
     */
    safe: string;
    /**
     * What else to know, one line each.
     */
    notes: string[];
    /**
     * What to watch.
     */
    watch: string[];
    /**
     * When to stop and go back.
     */
    stop: string[];
    /**
     * What to run, in order.
     */
    code: RolloutCode[];
    /**
     * Queries that tell whether all is as it should be.
     */
    checks: RolloutCheck[];
    /**
     * What each transaction of the application does from this step on, none where nothing has to
     * follow any more; absent where that stays as it was.
     */
    rules?: RolloutRule[];
    /**
     * Work over ranges of rows.
     */
    passes: RolloutPass[];
    /**
     * How to go back; absent where there is no way back.
     */
    back?: RolloutBack;
}

/**
 * A column that the application has to give.
 */
export interface RolloutSupplied {
    /**
     * The column.
     */
    column: string;
    /**
     * Its value, as an expression over other columns of the row, which is called `o`.
     */
    expression: string;
    /**
     * The columns of the row that it reads: an UPDATE that sets one of them sets this column too.
     */
    reads: string[];
}

/**
 * Bytes of a row before and after, by the model's sizes.
 */
export interface RowBytes {
    /**
     * As it is.
     */
    before: number;
    /**
     * With the fix.
     */
    after: number;
}

/**
 * Rows beside each other.
 */
export interface RowRange {
    /**
     * The first.
     */
    firstRow: number;
    /**
     * How many.
     */
    rows: number;
}

/**
 * Where rows of one run are in the other.
 */
export interface RowTrace {
    /**
     * In a sentence.
     */
    say: string;
    /**
     * They lie in these ranges, and nothing else does; otherwise they lie among others, and the
     * shares are what is expected of random keys.
     */
    exact: boolean;
    /**
     * Ranges of the other picture, top to bottom; none where it does not have the object.
     */
    ranges: RowTraceRange[];
}

/**
 * "Where did these rows go?", or, of the run after, where they came from.
 */
export interface RowTraceAsk {
    /**
     * The run whose picture they are pointed at in.
     */
    which: Which;
    /**
     * First row of the grid.
     */
    firstRow: number;
    /**
     * Rows, of one table or index: what lies beyond it is left out.
     */
    rows: number;
}

/**
 * Rows of the other picture beside each other.
 */
export interface RowTraceRange {
    /**
     * First row of the other grid.
     */
    firstRow: number;
    /**
     * Rows.
     */
    rows: number;
    /**
     * Part of what was asked about; all add up to 1.
     */
    share: number;
    /**
     * The key range in words.
     */
    keyRange: string;
}

/**
 * How keys are cut into the rows of a grid.
 */
export type RowsBy = "keys" | "hot" | "held" | "load" | "ranges";

/**
 * A rule, as a list shows it.
 */
export interface RuleEntry {
    /**
     * Its id, as in `key-timestamp-first`.
     */
    id: string;
    /**
     * How bad it usually is; the workload decides.
     */
    severity: Severity;
    /**
     * What it finds, in one line.
     */
    line: string;
    /**
     * Fixes that may help, best first.
     */
    fixes: FixName[];
}

/**
 * The numbers of one run. Rates, times and utilisations are means over the second half of
 * the run; counts are of all of it, or as they are at its end.
 */
export interface RunAnswer {
    /**
     * Rows/s written.
     */
    servedWritesPerSecond: number;
    /**
     * Rows/s that the instance serves without a server above 100 % once the database has split
     * and spread what it can. It does not depend on how much is offered, except where long
     * range reads or commits of many rows make it depend on the splits at the end.
     */
    sustainableWritesPerSecond: number;
    /**
     * The same without a server above the recommended maximum: 65 % in one region, 45 % in
     * several.
     */
    recommendedWritesPerSecond: number;
    /**
     * Median commit latency at the server, ms.
     */
    p50Ms: number;
    /**
     * 99th percentile of commit latency at the server, ms.
     */
    p99Ms: number;
    /**
     * Mean commit latency at the server, ms.
     */
    meanMs: number;
    /**
     * Median latency as a client sees it, with the wait for a free place, ms.
     */
    clientP50Ms: number;
    /**
     * 99th percentile of latency as a client sees it, ms. Requests that were given up are not
     * in it.
     */
    clientP99Ms: number;
    /**
     * Requests/s that only read and are answered.
     */
    readsServedPerSecond: number;
    /**
     * Requests/s that only read which the instance serves beside
     * `sustainable_writes_per_second` rows.
     */
    sustainableReadsPerSecond: number;
    /**
     * Median latency of a request that only reads, at the server, ms.
     */
    readP50Ms: number;
    /**
     * Its 99th percentile at the server, ms.
     */
    readP99Ms: number;
    /**
     * Its mean at the server, ms.
     */
    readMeanMs: number;
    /**
     * Commits under way at servers at a time, mean.
     */
    inFlight: number;
    /**
     * Highest server utilisation, 0 to 1.
     */
    serverUtilisationMax: number;
    /**
     * Mean server utilisation, 0 to 1.
     */
    serverUtilisationMean: number;
    /**
     * Splits at the end.
     */
    splits: number;
    /**
     * Splits moved between servers.
     */
    moves: number;
    /**
     * Splits made because of load.
     */
    loadSplits: number;
    /**
     * Splits made because of size.
     */
    sizeSplits: number;
    /**
     * Splits merged with the one before them.
     */
    merges: number;
    /**
     * Seconds until the served rate stays near its end value or what was asked for.
     */
    secondsToSaturation: number;
    /**
     * How much room the schema leaves.
     */
    headroom: HeadroomReport;
    /**
     * Rows/s the workload asks to write.
     */
    offeredWritesPerSecond: number;
    /**
     * Requests/s that only read which the workload asks for; 0 where it reads nothing, and so
     * are all numbers of reads then.
     */
    readsOfferedPerSecond: number;
    /**
     * Nodes of the instance: those requested, rounded up to what Spanner offers.
     */
    nodes: number;
    /**
     * Nodes that the run simulates: fewer than `nodes` where these are more than the program
     * can.
     */
    nodesSimulated: number;
    /**
     * Bytes stored at the end, indexes included, each row once.
     */
    storedBytes: number;
    /**
     * Bytes that the nodes of the instance may store; a note says where `stored_bytes` is
     * more.
     */
    storageBytesMax: number;
    /**
     * Servers.
     */
    servers: number;
    /**
     * Mean utilisation of each server, 0 to 1.
     */
    serverMeans: number[];
    /**
     * Split points added before the run.
     */
    splitPoints: number;
    /**
     * Seconds until no server, split or row is asked for more than it takes for the rest of
     * the run; absent if never.
     */
    secondsToBalance?: number;
    /**
     * Hot splits that could not be split, with Spanner's word for why.
     */
    unsplittable: UnsplittableSplit[];
    /**
     * Columns of the grid and length of every series.
     */
    columns: number;
    /**
     * Seconds a column stands for.
     */
    secondsPerColumn: number;
    /**
     * Rows of the grid.
     */
    rows: number;
    /**
     * Which rows belong to which object, top to bottom.
     */
    bands: Band[];
    /**
     * Hottest cell as a share of what one split can take; above 1 is overload.
     */
    peakShare: number;
    /**
     * What brightness may stand for, the usual first.
     */
    metrics: MetricEntry[];
    /**
     * Named shapes found in the grid, worst first.
     */
    patterns: Pattern[];
    /**
     * Splits, moves and size splits in order of time, the first `EVENTS_MAX`.
     */
    events: Event[];
    /**
     * Load that was added on the maps, piece by piece as it was asked for; what this schema
     * has no rows for lies on none.
     */
    added: AddedPlace[];
}

/**
 * What a run is set to beside nodes, writes, minutes and seed. What is absent is as usual.
 */
export interface RunKnobs {
    /**
     * How clients send; partly open as usual.
     */
    sending?: Sending;
    /**
     * The instance spans regions, and a commit waits so many ms for the second one; absent for
     * an instance in one region.
     */
    quorumMs?: number;
    /**
     * How the rates change over the run; steady as usual.
     */
    pace?: Pace;
    /**
     * Commits of one split that share an overhead; 1 as usual.
     */
    commitBatch?: number;
    /**
     * Split points added before the run for each node; none as usual.
     */
    splitPointsPerNode?: number;
    /**
     * Updates read the row they change, so that changes of one row follow one another; not as
     * usual.
     */
    readModifyWrite?: boolean;
    /**
     * Constants of the model with other values, tried or measured.
     */
    constants?: ConstantValue[];
    /**
     * Load added on the maps, as much of it as a run takes; none as usual.
     */
    added?: AddedLoad[];
}

/**
 * The numbers of a run that rest on uncertain constants, as in `RunAnswer`.
 */
export interface RunNumbers {
    /**
     * Rows/s written.
     */
    servedWritesPerSecond: number;
    /**
     * Rows/s that the instance serves without a server above 100 % once the database has split
     * and spread what it can. It does not depend on how much is offered, except where long
     * range reads or commits of many rows make it depend on the splits at the end.
     */
    sustainableWritesPerSecond: number;
    /**
     * The same without a server above the recommended maximum: 65 % in one region, 45 % in
     * several.
     */
    recommendedWritesPerSecond: number;
    /**
     * Median commit latency at the server, ms.
     */
    p50Ms: number;
    /**
     * 99th percentile of commit latency at the server, ms.
     */
    p99Ms: number;
    /**
     * Mean commit latency at the server, ms.
     */
    meanMs: number;
    /**
     * Median latency as a client sees it, with the wait for a free place, ms.
     */
    clientP50Ms: number;
    /**
     * 99th percentile of latency as a client sees it, ms. Requests that were given up are not
     * in it.
     */
    clientP99Ms: number;
    /**
     * Requests/s that only read and are answered.
     */
    readsServedPerSecond: number;
    /**
     * Requests/s that only read which the instance serves beside
     * `sustainable_writes_per_second` rows.
     */
    sustainableReadsPerSecond: number;
    /**
     * Median latency of a request that only reads, at the server, ms.
     */
    readP50Ms: number;
    /**
     * Its 99th percentile at the server, ms.
     */
    readP99Ms: number;
    /**
     * Its mean at the server, ms.
     */
    readMeanMs: number;
    /**
     * Commits under way at servers at a time, mean.
     */
    inFlight: number;
    /**
     * Highest server utilisation, 0 to 1.
     */
    serverUtilisationMax: number;
    /**
     * Mean server utilisation, 0 to 1.
     */
    serverUtilisationMean: number;
    /**
     * Splits at the end.
     */
    splits: number;
    /**
     * Splits moved between servers.
     */
    moves: number;
    /**
     * Splits made because of load.
     */
    loadSplits: number;
    /**
     * Splits made because of size.
     */
    sizeSplits: number;
    /**
     * Splits merged with the one before them.
     */
    merges: number;
    /**
     * Seconds until the served rate stays near its end value or what was asked for.
     */
    secondsToSaturation: number;
    /**
     * As in `RunAnswer`; absent if never.
     */
    secondsToBalance?: number;
}

/**
 * The least and the most of each number of a run, over draws of the constants that are not known.
 * They are named as those of `RunAnswer`.
 */
export interface RunRanges {
    /**
     * The least of each.
     */
    low: RunNumbers;
    /**
     * The most of each.
     */
    high: RunNumbers;
}

/**
 * A table or index.
 */
export interface SchemaObject {
    /**
     * Name as the DDL says it.
     */
    name: string;
    /**
     * `table`, `index`, or `managed index`.
     */
    kind: string;
    /**
     * The table of an index; the parent of an interleaved table.
     */
    of?: string;
    /**
     * The key in words: `(ShardId, TxnId)`.
     */
    key: string;
    /**
     * Names of a table's columns in the order of the text; empty for an index.
     */
    columns: string[];
    /**
     * Its statement.
     */
    range: Range;
}

/**
 * What a schema comes to.
 */
export interface SchemaVerdict {
    /**
     * Which case it is.
     */
    kind: VerdictKind;
    /**
     * The case in one sentence of at most 90 letters; names in backticks.
     */
    title: string;
    /**
     * What it means, in a few sentences; names in backticks. May be empty.
     */
    detail: string;
    /**
     * The load that it rests on: `Assumed: 12,000 writes/s over 22 tables, 10 nodes`. Empty where it
     * rests on none.
     */
    assumed: string;
}

/**
 * How clients send.
 */
export type Sending = { kind: "open" } | { kind: "partly-open" } | { kind: "closed"; users: number; thinkMs: number };

/**
 * How bad a finding is.
 */
export type Severity = "error" | "high" | "warn" | "ask" | "info" | "hint";

/**
 * Answers about one of the two schemas; what is not known yet is absent.
 */
export interface SideReport {
    /**
     * The ranges of the numbers of its run.
     */
    ranges?: RunRanges;
    /**
     * What so many nodes take, ascending.
     */
    throughput: NodesPoint[];
    /**
     * How many nodes the offered rate needs.
     */
    needed?: NeededReport;
    /**
     * What split points before the run would do.
     */
    splitPoints?: SplitPointsReport;
    /**
     * What a small test would show.
     */
    smallTest?: SmallTestReport;
    /**
     * A cool table that suffers from a hot neighbour.
     */
    neighbour?: NeighbourReport;
}

/**
 * "Run both schemas."
 */
export interface SimulateAsk {
    /**
     * The schema as it is.
     */
    before: string;
    /**
     * The schema with fixes; the same workload runs on it.
     */
    after?: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * Nodes of the instance.
     */
    nodes: number;
    /**
     * Rows written per second over the whole schema; without it, what the nodes should take if
     * every key were spread.
     */
    writesPerSecond?: number;
    /**
     * Minutes simulated.
     */
    minutes: number;
    /**
     * Seed; the same seed gives the same picture.
     */
    seed: number;
    /**
     * All else.
     */
    knobs?: RunKnobs;
    /**
     * What the rows of the grid are; equal ranges of keys as usual.
     */
    rowsBy?: RowsBy;
    /**
     * With rows by `hot`: even tables and indexes are shown one by one; folded as usual.
     */
    openFolded?: boolean;
}

/**
 * What came of a simulation. Grids and series are asked for apart.
 */
export interface SimulationAnswer {
    /**
     * How much of the runs is simulated, 0 to 1; below 1 all that follows is of that part, and
     * numbers are 0 until half of it is done.
     */
    progress: number;
    /**
     * A few sentences: what happens, and what the change buys.
     */
    headline: string;
    /**
     * A rate of the whole schema is given, or one of every table is stated; otherwise the runs
     * are at what the nodes should take if every key were spread.
     */
    rateStated: boolean;
    /**
     * The schema as it is.
     */
    before: RunAnswer;
    /**
     * The schema with fixes.
     */
    after?: RunAnswer;
    /**
     * What the runs were set to, with what the text says.
     */
    used: Used;
    /**
     * What is assumed, one line each.
     */
    assumptions: string[];
    /**
     * What the model leaves out, one line each.
     */
    leftOut: string[];
    /**
     * What the schema as it is comes to, in a few sentences.
     */
    verdict: SchemaVerdict;
    /**
     * The same for the schema with fixes.
     */
    verdictAfter?: SchemaVerdict;
}

/**
 * A test on few nodes with the same share of the load.
 */
export interface SmallTestReport {
    /**
     * Nodes of the test.
     */
    nodes: number;
    /**
     * Rows/s that the test serves.
     */
    smallServed: number;
    /**
     * Its 99th percentile at the server, ms.
     */
    smallP99Ms: number;
    /**
     * Rows/s that it leads one to expect of the instance.
     */
    expected: number;
    /**
     * Rows/s that the instance serves.
     */
    served: number;
    /**
     * Its 99th percentile at the server, ms.
     */
    p99Ms: number;
    /**
     * In words.
     */
    words: string;
}

/**
 * A database that is ported from.
 */
export type SourceDatabase = "mysql" | "postgresql";

/**
 * A run without split points and one with as many as are worth having.
 */
export interface SplitPointsReport {
    /**
     * Split points added.
     */
    points: number;
    /**
     * Seconds until the rate settles, without.
     */
    withoutSeconds: number;
    /**
     * The same with.
     */
    withSeconds: number;
    /**
     * Rows/s served without, mean of the second half of the run.
     */
    withoutServed: number;
    /**
     * The same with.
     */
    withServed: number;
    /**
     * In words, with what the quotas make of it.
     */
    words: string;
}

/**
 * "Write this of a table into the text."
 */
export interface StateAsk {
    /**
     * The text.
     */
    text: string;
    /**
     * The dialect.
     */
    dialect: DialectChoice;
    /**
     * The table; or an index, where `writes` are entries written to it.
     */
    table: string;
    /**
     * The fact, as in `writes`, `updates`, `deletes`, `role`, `reads`.
     */
    name: string;
    /**
     * What stands in brackets behind it, as in the shape of `reads`.
     */
    of?: string;
    /**
     * Its value, as in `12k/s`; absent to take it out of the text.
     */
    value?: string;
}

/**
 * Edits that write a fact into the text.
 */
export interface Stated {
    /**
     * The edits; none where nothing has to change.
     */
    edits: TextEdit[];
    /**
     * What was expected instead, where the value does not fit.
     */
    refused?: string;
}

/**
 * A published measurement, tried with the model.
 */
export interface Story {
    /**
     * As in `V1`.
     */
    id: string;
    /**
     * What was measured.
     */
    title: string;
    /**
     * Who published it, where and when.
     */
    source: string;
    /**
     * The set-up and what to know of it, a paragraph each.
     */
    about: string[];
    /**
     * Constants that its runs have other than usual, as in `leader_share=0.273`.
     */
    triedWith: string[];
    /**
     * The figures.
     */
    figures: StoryFigure[];
}

/**
 * A figure of a story.
 */
export interface StoryFigure {
    /**
     * What it is.
     */
    what: string;
    /**
     * As it was published.
     */
    published: string;
    /**
     * How near ours must come; `context` is not held against anything.
     */
    within: string;
    /**
     * What it says of the model.
     */
    kind: FigureKind;
    /**
     * What the model gives; `-` where it gives nothing.
     */
    ours: string;
    /**
     * How the two stand to each other.
     */
    verdict: Verdict;
}

/**
 * What a table is for, and how often it is written and read.
 */
export interface TableLoad {
    /**
     * The table.
     */
    table: string;
    /**
     * As in `ledger`.
     */
    role: string;
    /**
     * Why it is believed.
     */
    why: string;
    /**
     * Rows inserted.
     */
    inserts: TableRate;
    /**
     * Rows updated.
     */
    updates: TableRate;
    /**
     * Rows deleted.
     */
    deletes: TableRate;
    /**
     * Requests that read, by shape: those that happen.
     */
    reads: TableReads[];
}

/**
 * A rate of a table.
 */
export interface TableRate {
    /**
     * Per second.
     */
    perSecond: number;
    /**
     * A directive says it; otherwise it follows from the role and from what was given.
     */
    stated: boolean;
}

/**
 * Reads of one shape.
 */
export interface TableReads {
    /**
     * As in `newest-first`.
     */
    shape: string;
    /**
     * Requests per second.
     */
    rate: TableRate;
}

/**
 * One replacement of a range of the text.
 */
export interface TextEdit {
    /**
     * First UTF-16 unit replaced.
     */
    from: number;
    /**
     * One past the last.
     */
    to: number;
    /**
     * What stands there afterwards.
     */
    insert: string;
}

/**
 * What one needs to know to trust a run, or not to.
 */
export interface Trust {
    /**
     * How the model stands to figures that it owes nothing to, in a sentence or two.
     */
    sentence: string;
    /**
     * Published figures, and what the model gives for the same set-up.
     */
    validation: Story[];
    /**
     * Constants of the model.
     */
    constants: ConstantEntry[];
    /**
     * What the model leaves out, one line each.
     */
    leftOut: string[];
}

/**
 * A hot split that could not be split.
 */
export interface UnsplittableSplit {
    /**
     * The table or index.
     */
    object: string;
    /**
     * As in `MOVING_HOT_SPOT`.
     */
    reason: string;
    /**
     * The split's `CPU_USAGE_SCORE` at the end, 0 to 100.
     */
    score: number;
}

/**
 * What a pair of runs was set to, with what the text says.
 */
export interface Used {
    /**
     * Nodes of the instance.
     */
    nodes: number;
    /**
     * Rows written per second over the whole schema.
     */
    writesPerSecond: number;
    /**
     * Minutes simulated.
     */
    minutes: number;
    /**
     * Seed.
     */
    seed: number;
    /**
     * All else, but for load that was added, which each run tells of; of the constants those that are
     * not as usual.
     */
    knobs: RunKnobs;
    /**
     * What directives in the text decided: `nodes`, `writes`, `region`, `ceiling`.
     */
    fromText: string[];
}

/**
 * How the model's figure stands to the published one.
 */
export type Verdict = "met" | "missed" | "not-compared" | "not-reproduced";

/**
 * Which case a verdict is.
 */
export type VerdictKind = "empty" | "foreign" | "unreadable" | "question" | "hot-now" | "hot-later" | "slow" | "even" | "nothing-written";

/**
 * Which of the two runs.
 */
export type Which = "before" | "after";

/**
 * What the person has set beside the text. Directives in the text win over these.
 */
export interface Workload {
    /**
     * Nodes of the instance.
     */
    nodes?: number;
    /**
     * Rows written per second over the whole schema.
     */
    writesPerSecond?: number;
}

/**
 * Answers to what runs leave open, worked out a step at a time.
 */
export class Answering {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * All that is known.
     *
     * # Errors
     *
     * Never in practice: answers have a shape that can always cross.
     */
    answer(): AnswersSoFar;
    /**
     * Works out the next part and tells all that is known.
     *
     * # Errors
     *
     * Never in practice: answers have a shape that can always cross.
     */
    step(): AnswersSoFar;
    /**
     * Works out the next part; says whether there is more to do.
     */
    work(): boolean;
}

/**
 * A lesson that is played.
 */
export class Lesson {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * What to run for a text of the learner.
     *
     * # Errors
     *
     * Never in practice: what to run has a shape that can always cross.
     */
    ask(text: string): SimulateAsk;
    /**
     * Runs the starter and a text of the learner, and judges a step by that; steps count from 0.
     *
     * # Errors
     *
     * If there is no such step.
     */
    judge(step: number, text: string): Judged;
    /**
     * Reads a lesson file.
     *
     * # Errors
     *
     * If it has no title, no schema or no step; `readLesson` says what is wrong.
     */
    constructor(markdown: string);
    /**
     * Plays starter, solution and wrong answers, and says what keeps the lesson from being sound.
     *
     * # Errors
     *
     * Never in practice: complaints have a shape that can always cross.
     */
    prove(): Complaint[];
}

/**
 * A text that is being edited: what an edit does not touch is not read and judged again.
 */
export class Session {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads a text and says what was found.
     *
     * # Errors
     *
     * If `ask` has not the shape of `AnalyseAsk`.
     */
    analyse(ask: AnalyseAsk): Analysis;
    /**
     * Works out the fixes of one finding; none if the text has no finding of that key.
     *
     * # Errors
     *
     * If `ask` has not the shape of `CardsAsk`.
     */
    cards(ask: CardsAsk): FixCard[];
    /**
     * A session without a text yet.
     */
    constructor();
    /**
     * Works out which fixes are recommended for the hot keys.
     *
     * # Errors
     *
     * If `ask` has not the shape of `RecommendedAsk`.
     */
    recommended(ask: RecommendedAsk): RecommendedFixes;
    /**
     * Applies chosen fixes to a text.
     *
     * # Errors
     *
     * If `ask` has not the shape of `RewriteAsk`.
     */
    rewrite(ask: RewriteAsk): Rewrite;
    /**
     * How to get to the schema that chosen fixes give.
     *
     * # Errors
     *
     * If `ask` has not the shape of `RolloutAsk`.
     */
    rollout(ask: RolloutAsk): Rollout;
    /**
     * How to write a fact of a table into the text, or take it out.
     *
     * # Errors
     *
     * If `ask` has not the shape of `StateAsk`.
     */
    state(ask: StateAsk): Stated;
}

/**
 * One or two runs of the simulator, kept for questions about them.
 */
export class Simulation {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The load that a part of the map stands for; undefined outside it and where tables are
     * folded.
     *
     * # Errors
     *
     * If `ask` has not the shape of `AddAsk`.
     */
    added(ask: AddAsk): AddedLoad | undefined;
    /**
     * Runs so many columns more; says whether any are left. What is told of the runs stays as it
     * was until [`Simulation::look`].
     */
    advance(columns: number): boolean;
    /**
     * Numbers and words.
     *
     * # Errors
     *
     * If nothing is told yet.
     */
    answer(): SimulationAnswer;
    /**
     * Begins to work out what the runs leave open.
     *
     * # Errors
     *
     * If `ask` has not the shape of `AnswersAsk`.
     */
    answering(ask: AnswersAsk): Answering;
    /**
     * Prepares to run one or two schemas in slices.
     *
     * # Errors
     *
     * If `ask` has not the shape of `SimulateAsk`.
     */
    static begin(ask: SimulateAsk): Simulation;
    /**
     * A metric by key range and time as shares of its full scale, CPU as usual: row by row, each
     * by column. Not a number where there are no keys. Empty for a run that is not there.
     *
     * # Errors
     *
     * If `which` is neither run, or there is no such metric.
     */
    grid(which: Which, metric?: Metric | null): Float32Array;
    /**
     * Cells of both runs by brightness, for the legend.
     *
     * # Errors
     *
     * If `ask` has not the shape of `HistogramAsk`.
     */
    histogram(ask: HistogramAsk): Histogram;
    /**
     * Judges a step of a lesson for a text by these runs; steps count from 0. Undefined where they
     * are not runs of this lesson and this text, or not done.
     *
     * # Errors
     *
     * If there is no such step.
     */
    judge(lesson: Lesson, step: number, text: string): Judged | undefined;
    /**
     * From here on what is told of runs under way is as far as they are. At their end that needs
     * no look.
     */
    look(): void;
    /**
     * Paints a heatmap onto a canvas, which takes the size asked for.
     *
     * # Errors
     *
     * If the run is not there, the size is beyond the limit, or the canvas has no context.
     */
    paint(canvas: OffscreenCanvas, ask: PaintAsk): void;
    /**
     * The same pixels without a canvas: RGBA, row by row.
     *
     * # Errors
     *
     * If the run is not there or the size is beyond the limit.
     */
    pixels(ask: PaintAsk): Uint8Array;
    /**
     * What is under a point of the heatmap.
     *
     * # Errors
     *
     * If the point is outside the grid.
     */
    probe(ask: ProbeAsk): Probe;
    /**
     * Runs one or two schemas.
     *
     * # Errors
     *
     * If `ask` has not the shape of `SimulateAsk`.
     */
    static run(ask: SimulateAsk): Simulation;
    /**
     * One value a column: `offered`, `served`, `p50`, `p99`, `clientP50` or `clientP99`. Empty
     * for a run that is not there.
     *
     * # Errors
     *
     * If `which` is neither run.
     */
    series(which: Which, name: string): Float32Array;
    /**
     * Utilisation, 0 to 1: server by server, each by column. Empty for a run that is not there.
     *
     * # Errors
     *
     * If `which` is neither run.
     */
    serverUtilisation(which: Which): Float32Array;
    /**
     * Where rows of one run are in the other. Undefined where there is no other run, and outside
     * the grid.
     *
     * # Errors
     *
     * If `ask` has not the shape of `WentAsk`.
     */
    trace(ask: RowTraceAsk): RowTrace | undefined;
}

/**
 * Reads a text and says what was found.
 *
 * # Errors
 *
 * If `ask` has not the shape of `AnalyseAsk`.
 */
export function analyse(ask: AnalyseAsk): Analysis;

/**
 * The exam of a seed, as a lesson file.
 */
export function examOf(seed: number): string;

/**
 * What lines that a person pasted say of their own database.
 *
 * # Errors
 *
 * If `ask` has not the shape of `MeasuredAsk`.
 */
export function measured(ask: MeasuredAsk): MeasuredRead;

/**
 * Reads a lesson file and says what is wrong with it.
 *
 * # Errors
 *
 * Never in practice: a lesson has a shape that can always cross.
 */
export function readLesson(markdown: string): LessonRead;

/**
 * Reads a marked-down page.
 *
 * # Errors
 *
 * Never in practice: a page has a shape that can always cross.
 */
export function readPage(markdown: string): Page;

/**
 * The facts that a directive may state, and every rule and fix with its page.
 *
 * # Errors
 *
 * Never in practice: what is looked up has a shape that can always cross.
 */
export function reference(): Reference;

/**
 * Runs once, when the module is instantiated.
 */
export function start(): void;

/**
 * What the model rests on: published figures, of which it is given the files of
 * `web/content/validation`, constants, what is left out.
 *
 * # Errors
 *
 * Never in practice: what is told has a shape that can always cross.
 */
export function trust(files: string[]): Trust;

/**
 * The engine's version, as in `0.1.0`.
 */
export function version(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbg_answering_free: (a: number, b: number) => void;
    readonly __wbg_lesson_free: (a: number, b: number) => void;
    readonly __wbg_session_free: (a: number, b: number) => void;
    readonly __wbg_simulation_free: (a: number, b: number) => void;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_start: () => void;
    readonly analyse: (a: any) => [number, number, number];
    readonly answering_answer: (a: number) => [number, number, number];
    readonly answering_step: (a: number) => [number, number, number];
    readonly answering_work: (a: number) => number;
    readonly examOf: (a: number) => [number, number];
    readonly lesson_ask: (a: number, b: number, c: number) => [number, number, number];
    readonly lesson_judge: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly lesson_new: (a: number, b: number) => [number, number, number];
    readonly lesson_prove: (a: number) => [number, number, number, number];
    readonly measured: (a: any) => [number, number, number];
    readonly memory: WebAssembly.Memory;
    readonly readLesson: (a: number, b: number) => [number, number, number];
    readonly readPage: (a: number, b: number) => [number, number, number];
    readonly reference: () => [number, number, number];
    readonly session_analyse: (a: number, b: any) => [number, number, number];
    readonly session_cards: (a: number, b: any) => [number, number, number, number];
    readonly session_new: () => number;
    readonly session_recommended: (a: number, b: any) => [number, number, number];
    readonly session_rewrite: (a: number, b: any) => [number, number, number];
    readonly session_rollout: (a: number, b: any) => [number, number, number];
    readonly session_state: (a: number, b: any) => [number, number, number];
    readonly simulation_added: (a: number, b: any) => [number, number, number];
    readonly simulation_advance: (a: number, b: number) => number;
    readonly simulation_answer: (a: number) => [number, number, number];
    readonly simulation_answering: (a: number, b: any) => [number, number, number];
    readonly simulation_begin: (a: any) => [number, number, number];
    readonly simulation_grid: (a: number, b: any, c: number) => [number, number, number];
    readonly simulation_histogram: (a: number, b: any) => [number, number, number];
    readonly simulation_judge: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly simulation_look: (a: number) => void;
    readonly simulation_paint: (a: number, b: any, c: any) => [number, number];
    readonly simulation_pixels: (a: number, b: any) => [number, number, number, number];
    readonly simulation_probe: (a: number, b: any) => [number, number, number];
    readonly simulation_run: (a: any) => [number, number, number];
    readonly simulation_series: (a: number, b: any, c: number, d: number) => [number, number, number];
    readonly simulation_serverUtilisation: (a: number, b: any) => [number, number, number];
    readonly simulation_trace: (a: number, b: any) => [number, number, number];
    readonly start: () => void;
    readonly trust: (a: number, b: number) => [number, number, number];
    readonly version: () => [number, number];
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
