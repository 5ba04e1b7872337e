/** What the engine says of a text: findings, cards, recommended fixes, the text with fixes, the plan. */
import type { Chosen, RecommendedFixes, Rewrite, RewriteAsk } from "../../../pkg/hotsplit.js";
import type { Answer } from "../engine/protocol.js";
import { appliedOf, hotKeysOf, withoutPicked } from "../state/selectors.js";
import {
  asked,
  choice,
  curable,
  type Kept,
  type Store,
  withAll,
  withFields,
} from "../state/state.js";
import { changeOf } from "./presets.js";
import type { Questions } from "./questions.js";

/**
 * Hot keys up to which the first picture waits for their fixes. Ours: those of twenty keys take 0.07 s,
 * those of sixty tables with two indexes each 0.5 s.
 */
const KEYS_AT_ONCE = 20;

/** What is asked of a text, without fixes. */
type TextAsk = Omit<RewriteAsk, "chosen">;

/** What is known of the text. */
export class Readings {
  /** The dialect that the text was last read as. */
  #readAs: Kept["dialect"] | undefined;
  /** The last rewrite, and what it was asked for. */
  #rewritten: { readonly ask: RewriteAsk; readonly rewrite: Rewrite } | undefined;
  /** What was asked last about recommended fixes. */
  #recommended: TextAsk | undefined;
  /** What the plan was asked for last. */
  #planned: { readonly rewrite: Rewrite; readonly deployed: boolean } | undefined;

  constructor(
    readonly store: Store,
    readonly questions: Questions,
    /** Whether fixes are shown that nobody has chosen. */
    readonly wantsPreview: () => boolean,
  ) {}

  /** What was found is of the text as it stands and of how it is to be read. */
  get isCurrent(): boolean {
    const { analysis, analysed, kept } = this.store.state;
    return analysis !== undefined && analysed === kept.text && this.#readAs === kept.dialect;
  }

  /** Has the text read with the workload, after all else if it was read with another; then goes on. */
  read(later: boolean, then = () => {}): void {
    const { store, questions } = this;
    const { text, dialect, knobs } = store.state.kept;
    const workload = asked(knobs);
    const question = questions.engine.ask("analyse", { text, dialect, workload }, { later });
    questions.ask(question, (analysis) => {
      // Cards of the same text stand until those for the other workload come.
      const { open, analysed, cards } = store.state;
      const stays = open !== undefined && analysed === text ? cards.get(open) : undefined;
      const shown = new Map(open !== undefined && stays ? [[open, stays]] : []);
      const tuned = withAll(store.state.tuned, store.state.kept.chosen);
      store.change({ analysis, analysed: text, cards: shown, tuned });
      this.#readAs = dialect;
      // Before the cards, for which nobody waits.
      then();
      this.askOpenCards(true);
    });
  }

  /**
   * Asks for the cards of the open finding and, while no fix is chosen, of the worst that has any:
   * once a reading.
   */
  askOpenCards(again = false): void {
    const { open, cards, analysis, kept } = this.store.state;
    const first = kept.chosen.length === 0 ? curable(analysis)?.key : undefined;
    for (const key of new Set([open, first])) {
      if (key === undefined || (cards.has(key) && !again)) continue;
      if (!analysis?.findings.some((finding) => finding.key === key)) continue;
      this.questions.ask(this.askCards(key));
    }
  }

  /** The fixes there are for a finding. */
  async askCards(finding: string): Promise<Answer<"cards">> {
    const { kept, analysed } = this.store.state;
    const ask = { text: analysed, dialect: kept.dialect, workload: asked(kept.knobs) };
    const set = this.store.state.tuned.get(finding);
    const parameters = set ? { set: { ...set } } : {};
    const aside = { kind: finding, later: true };
    const { engine } = this.questions;
    const found = await engine.ask("cards", { ...ask, finding, ...parameters }, aside);
    // Cards of a text that has changed meanwhile would make the wrong edits.
    if (this.store.state.analysed === analysed) {
      const { cards } = this.store.state;
      const shown = withFields(found, cards.get(finding), set);
      this.store.change({ cards: new Map(cards).set(finding, shown) });
    }
    return found;
  }

  /** How the text with these fixes is asked for. */
  rewriteAsk(chosen: readonly Chosen[]): RewriteAsk {
    return { ...this.#textAsk(), chosen: [...chosen] };
  }

  /** The text with these fixes: asked for where what it depends on has changed. */
  async rewrite(chosen: readonly Chosen[]): Promise<Rewrite> {
    const ask = this.rewriteAsk(chosen);
    if (this.#rewritten && isSame(this.#rewritten.ask, ask)) return this.#rewritten.rewrite;
    const rewrite = await this.questions.engine.ask("rewrite", ask);
    this.#rewritten = { ask, rewrite };
    return rewrite;
  }

  /**
   * The last rewrite, where only the workload has changed since: nearly always the text stays as it
   * is, so it is run before that is known.
   */
  likelyRewrite(chosen: readonly Chosen[]): Rewrite | undefined {
    const [last, now] = [this.#rewritten, this.rewriteAsk(chosen)];
    if (!last || isSame(last.ask, now)) return;
    return isSame({ ...last.ask, workload: now.workload }, now) ? last.rewrite : undefined;
  }

  /** Fixes to show: those chosen or, where none is, those recommended for what is open or for all. */
  choices(): readonly Chosen[] {
    const { state } = this.store;
    const { kept, open, recommended, applied, tuned } = state;
    if (kept.chosen.length > 0) return withoutPicked(kept.chosen, state);
    if (!this.#previews() || recommended?.text !== kept.text || applied?.text === kept.text)
      return [];
    const forOpen = recommended.keys.filter(({ finding }) => finding === open);
    if (forOpen.length === 0) return recommended.choices;
    const own = forOpen.map(({ finding, fix }) => choice(finding, fix, tuned));
    return withoutPicked(own, state);
  }

  /** Whether the fixes that are shown are other ones than those to be shown. */
  get choicesChanged(): boolean {
    const { shown } = this.store.state;
    return this.#recommended !== undefined && !isSameChoice(shown, this.choices());
  }

  /**
   * Asks which fixes are recommended: before the run for a new text, after it where there are many
   * keys or for a new workload, which seldom asks for others; `changed` is called where it did.
   */
  async recommend(changed: () => void): Promise<void> {
    if (!this.#previews()) return;
    const ask = this.#textAsk();
    const last = this.#recommended;
    const same = last !== undefined && last.text === ask.text && last.dialect === ask.dialect;
    if (same && JSON.stringify(last.workload) === JSON.stringify(ask.workload)) return;
    this.#recommended = ask;
    const { kept, analysis } = this.store.state;
    // Of those nothing is run while others are chosen: the list of keys names them.
    const unused = kept.chosen.length > 0;
    const later = same || unused || hotKeysOf(analysis?.headroom).length > KEYS_AT_ONCE;
    const question = this.questions.engine.ask("recommended", ask, { later });
    const take = (found: RecommendedFixes) =>
      this.store.change({ recommended: { ...found, text: ask.text } });
    if (!later) {
      take(await question);
      return;
    }
    this.questions.ask(question, (found) => {
      if (this.#recommended !== ask) return;
      take(found);
      if (this.choicesChanged) changed();
    });
  }

  /** The way to the rewrite, where it is looked at: asked for once a rewrite, also after it was applied. */
  plan(): void {
    const { store, questions } = this;
    const { tab, rollout, kept, shared, shown } = store.state;
    const applied = appliedOf(store.state);
    const rewrite = store.state.rewrite ?? applied?.fixes?.rewrite;
    const { deployed } = kept;
    if ((tab !== "plan" && shared === undefined) || !rewrite) return;
    const planned = this.#planned;
    if (rollout && planned?.rewrite === rewrite && planned.deployed === deployed) return;
    const wanted = { rewrite, deployed };
    this.#planned = wanted;
    const own = applied?.fixes ? { text: applied.before } : {};
    const ask = { ...this.rewriteAsk(applied?.fixes?.chosen ?? shown), ...own, deployed };
    questions.ask(questions.engine.ask("rollout", ask), (rollout) => {
      // Meanwhile another rewrite may have come, or none be left.
      const isLeft = store.state.rewrite ?? appliedOf(store.state)?.fixes;
      if (this.#planned === wanted && isLeft) store.change({ rollout });
    });
  }

  /** A workload brings a change of its own. */
  #previews(): boolean {
    return this.wantsPreview() && changeOf(this.store.state) === undefined;
  }

  #textAsk(): TextAsk {
    const { text, dialect, knobs } = this.store.state.kept;
    return { text, dialect, workload: asked(knobs) };
  }
}

/** Whether two lists choose the same fixes with the same parameters. */
function isSameChoice(one: readonly Chosen[], other: readonly Chosen[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two rewrites are asked for by the same question. */
function isSame({ text, ...one }: RewriteAsk, { text: now, ...other }: RewriteAsk): boolean {
  return text === now && JSON.stringify(one) === JSON.stringify(other);
}
