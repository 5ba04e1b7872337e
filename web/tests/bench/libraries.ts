/**
 * The same map drawn by us, by Plotly and by ECharts: until it is first on the screen, and a step
 * of zooming.
 *
 * Our runs have at most 720 columns and 1,000 rows, so a map of other measures takes the nearest of
 * a run's numbers for each cell, which is what our own painter shows in a pixel. Ours counts from
 * the question to the worker; theirs from the call with the numbers already in the page. Printed,
 * never asserted.
 */
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

/** Cells of a map, and as many pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Times of one drawer, ms. */
interface Times {
  readonly first: number[];
  readonly zoom: number[];
}

/** What a drawer does on the page; each is set by a script of its own below. */
interface Drawer {
  /** Draws a map anew; done when it is painted. */
  first(size: Size): Promise<void>;
  /** Shows the middle half, or all again. */
  zoom(size: Size, half: boolean): Promise<void>;
}

/** As much of the two libraries as is used. */
interface Plotly {
  newPlot(div: Element, data: object[], layout: object, config: object): Promise<void>;
  relayout(div: Element, layout: object): Promise<void>;
  purge(div: Element): void;
}
interface ECharts {
  init(div: Element): {
    setOption(option: object): void;
    dispatchAction(action: object): void;
    on(event: string, then: () => void): void;
    off(event: string): void;
    dispose(): void;
  };
}

declare global {
  interface Window {
    Plotly: Plotly;
    echarts: ECharts;
    drawers: Record<string, Drawer>;
    /** The run's number nearest to a cell of a map of any size. */
    valueAt(size: Size, column: number, row: number): number;
    /** Once what was drawn is on the screen. */
    painted(): Promise<void>;
  }
}

const SMALL: Size = { width: 600, height: 400 };
const LARGE: Size = { width: 2_000, height: 1_000 };

/** How often each is measured. ECharts holds an object a cell: 2 GB for a large map, so once. */
const ROUNDS = 7;

const DDL = `CREATE TABLE Orders (
  At TIMESTAMP NOT NULL,
  Id STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (At, Id);
CREATE TABLE Customers (
  Id STRING(36) NOT NULL, -- UUID v4
  Name STRING(MAX),
) PRIMARY KEY (Id);`;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Our drawer, over the built worker, asked and put in place as on the page; runs the simulation. */
async function ours([worker, engine, text]: readonly string[]): Promise<void> {
  if (!worker || !engine) throw new Error("expected a worker and an engine");
  const asked = new Map<number, (answer: unknown) => void>();
  const run = new Worker(worker);
  run.onmessage = ({ data }) => {
    asked.get(data.id)?.(data.ok ? data.answer : Promise.reject(new Error(data.message)));
    asked.delete(data.id);
  };
  const put = <T>(name: string, ask: unknown): Promise<T> =>
    new Promise((resolve) => {
      const id = Math.random();
      asked.set(id, resolve as (answer: unknown) => void);
      run.postMessage({ id, name, ask });
    });
  await put("start", await WebAssembly.compileStreaming(fetch(engine)));
  type Results = {
    answer: { progress: number; before: { columns: number; rows: number } };
    before: { grid: Float32Array };
  };
  const ask = { before: text, dialect: "auto", nodes: 50, writesPerSecond: 50_000 };
  await put("simulate", { ...ask, minutes: 60, seed: 1 });
  let results = await put<Results>("results", undefined);
  while (results.answer.progress < 1) {
    await put("simulate", undefined);
    results = await put<Results>("results", undefined);
  }
  const { columns, rows } = results.answer.before;
  const { grid } = results.before;
  window.valueAt = ({ width, height }, column, row) => {
    const [x, y] = [Math.floor((column * columns) / width), Math.floor((row * rows) / height)];
    return grid[y * columns + x] ?? Number.NaN;
  };
  window.painted = async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // What comes after a frame's callbacks comes after its painting.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const draw = async (size: Size, half: boolean) => {
    const [start, end] = half ? [0.25, 0.75] : [0, 1];
    const frame = { left: start, right: end, top: start, bottom: end };
    const look = { which: "before", view: "keys", palette: "inferno", log: true };
    const picture = { surface: "before keys", ask: { ...look, ...size, ...frame } };
    const [bitmap] = await put<ImageBitmap[]>("paint", [picture]);
    if (!bitmap) throw new Error("expected a picture of the run");
    if (canvas.width !== size.width) canvas.width = size.width;
    if (canvas.height !== size.height) canvas.height = size.height;
    canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  };
  window.drawers = {
    hotsplit: {
      first: async (size) => {
        await draw(size, false);
        await window.painted();
      },
      zoom: async (size, half) => {
        await draw(size, half);
        await window.painted();
      },
    },
  };
}

/** Plotly's. */
function plotly(): void {
  const div = document.createElement("div");
  document.body.append(div);
  const range = (cells: number, half: boolean) =>
    half ? [cells / 4 - 0.5, (cells * 3) / 4 - 0.5] : [-0.5, cells - 0.5];
  window.drawers.Plotly = {
    first: async (size) => {
      window.Plotly.purge(div);
      const z = Array.from({ length: size.height }, (_, row) =>
        Float32Array.from({ length: size.width }, (_, at) => window.valueAt(size, at, row)),
      );
      const start = performance.now();
      const margin = { l: 0, r: 0, t: 0, b: 0 };
      const data = [{ type: "heatmap", z, zsmooth: false, showscale: false }];
      await window.Plotly.newPlot(div, data, { ...size, margin }, { displayModeBar: false });
      await window.painted();
      performance.measure("drawn", { start });
    },
    zoom: async (size, half) => {
      const [x, y] = [range(size.width, half), range(size.height, half)];
      await window.Plotly.relayout(div, { "xaxis.range": x, "yaxis.range": y });
      await window.painted();
    },
  };
}

/** ECharts'. */
function echarts(): void {
  const div = document.createElement("div");
  document.body.append(div);
  let chart: ReturnType<ECharts["init"]> | undefined;
  /** Its event may come before all cells are painted: then the corners are bare. */
  const whole = async ({ width, height }: Size, act: () => void) => {
    await new Promise<void>((finished) => {
      chart?.off("finished");
      chart?.on("finished", finished);
      act();
    });
    const corners = [
      [2, 2],
      [width - 3, 2],
      [2, height - 3],
      [width - 3, height - 3],
    ] as const;
    const bare = ([x, y]: readonly [number, number]) =>
      ![...div.querySelectorAll("canvas")].some((one) => {
        const scale = one.width / width;
        return one.getContext("2d")?.getImageData(x * scale, y * scale, 1, 1).data[3];
      });
    do await window.painted();
    while (corners.some(bare));
  };
  window.drawers.ECharts = {
    first: async (size) => {
      chart?.dispose();
      const { width, height } = size;
      div.style.cssText = `width: ${width}px; height: ${height}px`;
      const data = Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        return [x, y, window.valueAt(size, x, y)];
      });
      const start = performance.now();
      const axis = (cells: number) => ({
        type: "category",
        data: Array.from({ length: cells }, (_, at) => at),
        show: false,
      });
      chart = window.echarts.init(div);
      await whole(size, () =>
        chart?.setOption({
          animation: false,
          grid: { left: 0, right: 0, top: 0, bottom: 0 },
          xAxis: axis(width),
          yAxis: axis(height),
          dataZoom: [{ type: "inside" }, { type: "inside", orient: "vertical" }],
          visualMap: { show: false, min: 0, max: 1, inRange: { color: ["#000004", "#fcffa4"] } },
          series: [{ type: "heatmap", data, progressive: 0 }],
        }),
      );
      performance.measure("drawn", { start });
    },
    zoom: (size, half) =>
      whole(size, () => {
        const [start, end] = half ? [25, 75] : [0, 100];
        for (const dataZoomIndex of [0, 1]) {
          chart?.dispatchAction({ type: "dataZoom", dataZoomIndex, start, end });
        }
      }),
  };
}

/** Measures one drawer; theirs say themselves when the numbers were ready and drawing began. */
function measure(page: Page, name: string, size: Size, rounds: number): Promise<Times> {
  return page.evaluate(
    async ({ name, size, rounds }) => {
      const drawer = window.drawers[name];
      if (!drawer) throw new Error(`no drawer ${name}`);
      const times: { first: number[]; zoom: number[] } = { first: [], zoom: [] };
      for (let round = 0; round < rounds; round++) {
        performance.clearMeasures();
        const start = performance.now();
        await drawer.first(size);
        const [own] = performance.getEntriesByName("drawn");
        times.first.push(own?.duration ?? performance.now() - start);
        for (const half of [true, false]) {
          const start = performance.now();
          await drawer.zoom(size, half);
          times.zoom.push(performance.now() - start);
        }
      }
      return times;
    },
    { name, size, rounds },
  );
}

test("the map beside Plotly's and ECharts'", async ({ page, baseURL }) => {
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 2_100, height: 1_100 });
  const blank = new URL("blank.html", baseURL).href;
  await page.route(blank, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
  );
  await page.goto(blank);
  const assets = readdirSync(join(import.meta.dirname, "../../dist/assets"));
  const built = (like: RegExp) => `./assets/${assets.find((one) => like.test(one))}`;
  await page.evaluate(ours, [built(/^worker-.*\.js$/), built(/\.wasm$/), DDL]);
  const { resolve } = createRequire(import.meta.url);
  await page.addScriptTag({
    path: resolve("plotly.js-cartesian-dist-min/plotly-cartesian.min.js"),
  });
  await page.addScriptTag({ path: resolve("echarts/dist/echarts.min.js") });
  await page.evaluate(plotly);
  await page.evaluate(echarts);

  for (const size of [SMALL, LARGE]) {
    const base = await measure(page, "hotsplit", size, ROUNDS);
    // Without a baseline a ratio would be made up.
    expect(median(base.first)).toBeGreaterThan(0);
    const tell = (name: string, { first, zoom }: Times) => {
      const [one, step] = [median(first), median(zoom)];
      const times = (value: number, of: number) => `${(value / of).toFixed(1)} times ours`;
      // biome-ignore lint/suspicious/noConsole: the numbers are what this is for
      console.log(
        `${size.width} x ${size.height}, ${name}: first paint ${one.toFixed(1)} ms, ` +
          `${times(one, median(base.first))}; zoom step ${step.toFixed(1)} ms, ` +
          `${times(step, median(base.zoom))}; ${first.length} rounds`,
      );
    };
    tell("hotsplit", base);
    tell("Plotly", await measure(page, "Plotly", size, ROUNDS));
    tell("ECharts", await measure(page, "ECharts", size, size === LARGE ? 1 : 3));
  }
});
