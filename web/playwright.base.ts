/** What all browser tests have in common: the built page, and the Chromium of `CHROME` or the one on the path. */
import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

/** The browser that is there; nothing is ever downloaded. */
function chrome(): string {
  if (process.env.CHROME) return process.env.CHROME;
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  for (const name of names) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // Not this one.
    }
  }
  throw new Error("no Chromium on the path: install one or set CHROME to its path");
}

/** A port that is free, found once and shared with the workers through the environment. */
function port(): number {
  process.env.HOTSPLIT_PORT ??= execFileSync(
    process.execPath,
    [
      "-e",
      "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})",
    ],
    { encoding: "utf8" },
  ).trim();
  return Number(process.env.HOTSPLIT_PORT);
}

const base = `http://127.0.0.1:${port()}/`;

export default defineConfig({
  testDir: "tests",
  // Two pages leave two cores idle a third of the time; a fourth only makes the others wait.
  workers: 3,
  // Limits catch what never comes; how long it takes is the machine's affair.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: base,
    viewport: { width: 1440, height: 900 },
    // One that answers from its cache would answer past what tests put in its way.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: chrome(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --strictPort --port ${port()}`,
    url: base,
    stdout: "ignore",
  },
});
