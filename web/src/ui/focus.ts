/** Where the focus is. */

/** What has the focus, within the shadow roots that it lies in; nothing where that is the page. */
export function focused(): HTMLElement | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}
