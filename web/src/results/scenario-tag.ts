/** The load that a person tries, beside the heading of what it comes to. Loaded once there is one. */
import { html, nothing, type TemplateResult } from "lit";
import type { MapInput } from "../session/maps-of.js";
import { send } from "../state/actions.js";
import { knobsFor, SCENARIOS, scenarioOf } from "../ui/scenarios.js";

/** Draws the name of the scenario as a button that ends it. */
export function scenarioTag(
  from: EventTarget,
  { set, results }: Pick<MapInput, "set" | "results">,
): TemplateResult | typeof nothing {
  const scenario = scenarioOf(set);
  const [, name = ""] = SCENARIOS.find(([id]) => id === scenario) ?? [];
  if (scenario === "usual" || !results) return nothing;
  const label = name.charAt(0).toLowerCase() + name.slice(1);
  return html`<button
    class="tag"
    title="Go back to the load as it is"
    aria-label=${`Turn off: ${label}`}
    @click=${() => send(from, { do: "run-knobs", run: knobsFor("usual", set, results.answer, []) })}
  >
    ${label} ×
  </button>`;
}
