/** How a dump beside its port looks. */
import { css } from "lit";

/** For `<hotsplit-port>`. */
export const viewStyle = css`
  :host {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
    container-type: inline-size;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
  }
  .leave {
    margin-left: -8px;
    padding: 0 8px 0 0;
    color: var(--quiet);
  }
  .leave .icon {
    vertical-align: -3px;
  }
  header h2 {
    font-size: var(--figure);
    font-weight: 650;
  }
  header h2:focus {
    outline: none;
  }
  .heat {
    flex: 1 1 24ch;
  }
  form {
    display: contents;
  }
  .segments legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .sides {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(300px, 27%) minmax(0, 1fr);
    min-height: 0;
  }
  section {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-width: 0;
    min-height: 0;
  }
  section + section {
    border-left: 1px solid var(--line);
  }
  section > h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    padding: 0 12px;
    border-bottom: 1px solid var(--line);
    font-size: var(--size);
    font-weight: 600;
  }
  section > h3 .quiet {
    font-size: var(--small);
    font-weight: 400;
  }
  .pane {
    min-height: 0;
    overflow: hidden;
  }
  .losses {
    position: relative;
    overflow: auto;
    padding: 0 12px 48px;
  }
  .losses h4 {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    justify-content: space-between;
    padding: 12px 0 4px;
    background: var(--panel);
    font-size: var(--size);
    font-weight: 600;
  }
  .only {
    padding: 8px 0;
    overflow-wrap: anywhere;
  }
  .only p:focus {
    outline: none;
  }
  .losses > ul > li {
    padding: 8px 0;
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  .losses .rule {
    color: var(--quiet);
    font-size: var(--small);
  }
  .losses p + p,
  .losses details,
  .losses fieldset,
  .losses .key {
    margin-top: 4px;
  }
  .places li {
    display: flex;
    gap: 8px;
    align-items: baseline;
    min-height: 24px;
  }
  .places .link {
    flex: none;
  }
  .places code {
    min-width: 0;
  }
  fieldset.choices {
    margin: 4px 0 0;
    padding: 0;
    border: 0;
  }
  .choices legend {
    padding: 0;
    font-weight: 600;
  }
  .choices label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    cursor: pointer;
  }
  .choices input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
  }
  .losses .question {
    margin-top: 4px;
    font-weight: 600;
  }
  .types button {
    margin: 4px 4px 0 0;
  }
  .key {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  .key input {
    flex: 1 1 12ch;
    min-width: 0;
  }
  .wrong {
    margin-top: 12px;
    padding: 8px 12px;
    border-radius: var(--radius);
    background: var(--warn-ground);
  }
  .waiting {
    padding: 24px 16px;
  }
  form.narrow {
    display: none;
  }
  @container (max-width: 899px) {
    form.narrow {
      display: contents;
    }
    header {
      gap: 8px;
      padding: 8px 12px;
    }
    .heat {
      flex-basis: 100%;
    }
    .segments label {
      padding: 0 10px;
    }
    .sides {
      grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    }
    .sides > section {
      grid-area: 1 / 1;
      border: 0;
    }
    .sides[data-side="source"] > section:not([data-side="source"]),
    .sides[data-side="losses"] > section:not([data-side="losses"]),
    .sides[data-side="target"] > section:not([data-side="target"]) {
      display: none;
    }
    /* The row of buttons says it, to those who see. */
    section > h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      min-height: 0;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .pane {
      grid-row: 1 / -1;
    }
    .losses {
      grid-row: 1 / -1;
    }
  }
  @media (pointer: coarse) {
    .choices label,
    .places li,
    .places .link,
    button {
      min-height: 44px;
    }
  }
`;
