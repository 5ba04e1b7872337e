/** Pictures of the page's states: see `shots.mjs`. `HOTSPLIT_DIST` is the page they are taken of. */
import base from "./playwright.base.js";

const dist = process.env.HOTSPLIT_DIST ?? "dist";
const [server] = [base.webServer].flat();

export default {
  ...base,
  testMatch: "shots/*.ts",
  timeout: 120_000,
  webServer: server && { ...server, command: `${server.command} --outDir ${dist}` },
};
