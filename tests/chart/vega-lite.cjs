// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether vega-lite of the npm registry takes and draws every chart of the gallery without a warning:
// node vega-lite.cjs GALLERY. Skipped where vega and vega-lite are not installed (see NODE_PATH).
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");

let vega, lite;
try {
  vega = require("vega");
  lite = require("vega-lite");
} catch {
  console.log("1..0 # SKIP vega and vega-lite are not installed");
  process.exit(0);
}

async function draw(spec) {
  const warnings = [];
  const log = (...words) => { warnings.push(words.join(" ")); return logger; };
  const logger = { level: () => logger, error: log, warn: log, info: () => logger, debug: () => logger };
  const view = new vega.View(vega.parse(lite.compile(spec, { logger }).spec), { renderer: "none", logger });
  const svg = await view.toSVG();
  if (!/<(path|text)[^>]*aria-roledescription="[^"]*mark"|role="graphics-symbol"/.test(svg) && !svg.includes("mark-"))
    warnings.push("nothing is drawn");
  return warnings;
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vega-lite-"));
  try {
    const made = spawnSync(process.argv[2], [folder], { stdio: ["ignore", "ignore", "inherit"] });
    if (made.status !== 0)
      throw new Error("the gallery cannot be drawn");
    const files = fs.readdirSync(folder).filter((name) => name.endsWith(".vl.json")).sort();
    let bad = files.length === 0;
    console.log(`1..${files.length}`);
    for (const [i, name] of files.entries()) {
      const warnings = await draw(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));
      bad = bad || warnings.length > 0;
      console.log(`${warnings.length > 0 ? "not ok" : "ok"} ${i + 1} ${name}`);
      for (const warning of warnings)
        console.log(`# ${warning}`);
    }
    return bad ? 1 : 0;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

main().then((code) => process.exit(code), (error) => { console.error(error); process.exit(1); });
