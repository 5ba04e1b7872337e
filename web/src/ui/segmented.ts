/** One of a few values as a row of buttons: a radio group, so that arrows walk through it. */
import { css, html, type TemplateResult } from "lit";

/** For elements that draw such rows. */
export const segments = css`
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .segments legend {
    padding: 0;
    margin-bottom: 4px;
    color: var(--quiet);
    font-size: var(--small);
  }
  .segments label {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-height: 32px;
    margin-left: -1px;
    padding: 0 12px;
    border: 1px solid var(--line-strong);
    color: var(--text);
    font-size: var(--size);
    cursor: pointer;
  }
  .segments label:first-of-type {
    margin-left: 0;
    border-radius: var(--radius) 0 0 var(--radius);
  }
  .segments label:last-of-type {
    border-radius: 0 var(--radius) var(--radius) 0;
  }
  .segments label:hover {
    background: var(--raised);
  }
  .segments label:has(:checked) {
    z-index: 1;
    border-color: var(--accent);
    background: var(--accent-ground);
  }
  .segments label:has(:focus-visible) {
    z-index: 2;
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  .segments input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    min-height: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  @media (max-width: 899px) {
    .segments label {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .segments label:has(:checked) {
      border-color: Highlight;
      outline: 1px solid Highlight;
    }
  }
`;

/** What such a row asks. */
interface Segmented<V extends string> {
  /** Names the radio buttons; one name in an element. */
  readonly name: string;
  readonly legend: string;
  readonly options: readonly (readonly [V, string])[];
  readonly value: V;
  readonly choose: (value: V) => void;
}

/** Draws the row. */
export function segmented<V extends string>(row: Segmented<V>): TemplateResult {
  return html`<fieldset class="segments">
    <legend>${row.legend}</legend>
    ${row.options.map(
      ([value, label]) => html`<label
        ><input
          type="radio"
          name=${row.name}
          .checked=${value === row.value}
          @change=${() => row.choose(value)}
        />${label}</label
      >`,
    )}
  </fieldset>`;
}
