/** Files that leave the page. A module of its own, which comes when one is asked for. */

/** Hands a text or a picture to the browser as a file. */
export function download(name: string, text: string | Blob): void {
  const blob = text instanceof Blob ? text : new Blob([text], { type: "text/plain" });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the end of this turn, and needs the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
