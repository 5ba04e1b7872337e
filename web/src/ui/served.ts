/** The colours of servers, where hue is the server: a list beside the scale, each with its number. */
import { css, html, nothing, type TemplateResult } from "lit";
import { cssVariables } from "./css-variables.js";
import { hues } from "./palette.js";

/** How the list looks. */
export const looks = css`
  .served {
    flex-basis: 100%;
    order: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
  }
  .served ul {
    display: contents;
  }
  .served li {
    display: flex;
    align-items: center;
    gap: 4px;
    font-variant-numeric: tabular-nums;
  }
  .served i {
    forced-color-adjust: none;
    print-color-adjust: exact;
    width: 12px;
    height: 12px;
    border-radius: 2px;
    background: var(--hue);
  }
`;

/** The list for so many servers. */
export function served(servers: number): TemplateResult {
  const all = hues(servers);
  return html`<div class="served">
    <span id="served">Hue is the server:</span>
    <ul role="list" aria-labelledby="served">
      ${all.map((hue, at) => html`<li><i ${cssVariables({ "--hue": hue })}></i>${at === 0 ? "server " : ""}${at}</li>`)}
    </ul>
    ${servers > all.length ? html`<span>and again from server ${all.length} on</span>` : nothing}
  </div>`;
}
