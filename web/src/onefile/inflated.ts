/** A WebAssembly out of an element of the page that is one file. */

/** Compiles it while it is inflated. */
export async function inflated(id: string, name: string): Promise<WebAssembly.Module> {
  const text = document.getElementById(id)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const response = new Response(stream, { headers: { "content-type": "application/wasm" } });
  return WebAssembly.compileStreaming(response).catch(() => {
    throw new Error(`${name} in this file is damaged or made for a newer browser.`);
  });
}
