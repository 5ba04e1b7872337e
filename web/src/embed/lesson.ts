/**
 * A lesson inside a playground: played by the same player as on the page, with one part of the
 * playground beside its text. Loaded where a lesson is named.
 */
import { html, type TemplateResult } from "lit";
import { type Listed, lessonOf } from "../lessons/catalog.js";
import * as kept from "../lessons/kept.js";
import { looked, Player } from "../lessons/player.js";
import { fragmentOf } from "../session/lesson-address.js";
import type { Session } from "../session/session.js";
import type { Action } from "../state/actions.js";
import { isOfPage, type LessonAction, type Stage, sitting, stepOf } from "../state/play.js";
import type { Kept, Part, State } from "../state/state.js";
import "../lessons/lesson.js";

// For the page of a SCORM package: what it needs of links and progress is in this chunk. An entry that
// imported them would take them out of what a first visit of the full page loads as one.
export { Visit } from "../scorm/lms.js";

/** Quiet after the last change before the learner's text is kept, ms. As drafts of the page. */
const QUIET = 300;

/** The parts that stand beside the text of the lesson, one at a time. */
const PARTS: readonly (readonly [Part, string])[] = [
  ["editor", "Schema"],
  ["problems", "Problems"],
  ["results", "Results"],
];

/** Keeps what is done only where the page is of the script's own origin, as `embed.html` is. */
function keeper(): kept.Keeper {
  return new URL(import.meta.url).origin === self.origin ? kept : kept.NOWHERE;
}

/**
 * The lesson of a name. The parts of the exam come in order, each once: that is for the page, or for
 * a course system, whose page says that exams may be played.
 */
export function listedOf(slug: string, exams = false): Listed | undefined {
  const listed = lessonOf(slug);
  return listed?.exam && !exams ? undefined : listed;
}

/** A lesson that is played on a session. */
export class Lesson {
  readonly #player: Player;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #seen: Kept | undefined;

  constructor(
    readonly session: Session,
    own: kept.Keeper | undefined,
  ) {
    this.#player = new Player(session, own ?? keeper());
    // Until it is there, nothing else is to run.
    this.#player.opening = true;
    session.desk = this.#player;
    session.store.listen(({ kept }) => this.#save(kept));
  }

  /** Gets a lesson and lays it over the playground. */
  async open(listed: Listed, seed: number | undefined): Promise<void> {
    // Where no worker can be had, what was asked of it is lost.
    await this.#engine();
    const stage = await this.#player.read(listed, seed);
    if (!stage) return;
    this.#player.place(stage, this.#player.keeper.readMade(stage.slug));
    this.session.act({ do: "run" });
  }

  /** Does what a learner asked for; what is done to the page is not done to one of others. */
  do(action: LessonAction): void {
    if (isOfPage(action)) return;
    this.#player.do(action);
    // Another step looks at another part.
    if (action.do === "page") this.session.act({ do: "part", part: "lesson" });
  }

  /** The playground goes away. */
  stop(): void {
    clearTimeout(this.#saving);
    this.#player.turn++;
    if (this.#seen) this.#player.keep(this.#seen);
  }

  /** Waits until there is one. */
  #engine(): Promise<void> {
    const { store } = this.session;
    if (store.state.engine === "ready") return Promise.resolve();
    return new Promise((go) => {
      store.listen(({ engine }) => {
        if (engine === "ready") go();
      });
    });
  }

  #save(now: Kept): void {
    if (now === this.#seen) return;
    this.#seen = now;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#player.keep(now), QUIET);
  }
}

/** The lesson's own address on the page. */
export function addressOf({
  slug,
  seed,
}: Pick<Stage, "slug"> & { seed: number | undefined }): string {
  return fragmentOf({ slug, ...(seed === undefined ? {} : { seed }) });
}

/** The part that is shown: what was gone to, else what the step looks at. */
export function partOf(state: State): Part {
  const { part, play } = state;
  if (PARTS.some(([one]) => one === part)) return part;
  // Before the first step there is nothing to see but the text.
  return play?.stage && stepOf(play.stage) === undefined ? "editor" : looked(state);
}

/** A button for each part; the one that is shown is pressed. */
export function partTabs(state: State, act: (action: Action) => void): TemplateResult {
  const shown = partOf(state);
  const stage = state.play?.stage;
  // What was found is not shown before an exam is handed in.
  const parts = PARTS.filter(([part]) => part !== "problems" || !stage || !sitting(stage));
  return html`<div class="tabs" role="group" aria-label="Parts of the playground">
    ${parts.map(
      ([part, name]) =>
        html`<button
          data-part=${part}
          aria-pressed=${part === shown ? "true" : "false"}
          @click=${() => act({ do: "part", part })}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}
