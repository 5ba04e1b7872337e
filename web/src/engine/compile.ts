/** Loads a WebAssembly, and says in words why it did not come. */

/** Compiles while it loads; after, on a host that serves it under another type. */
export async function compile(url: string, name: string): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error();
    const streams = response.headers.get("content-type")?.startsWith("application/wasm");
    if (streams) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const damaged = error instanceof WebAssembly.CompileError;
    const why = damaged ? "is damaged or needs a newer browser" : "could not be loaded";
    throw new Error(`${name} ${why}.`);
  }
}
