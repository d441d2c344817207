// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether vega-lite of the npm registry takes and draws every chart of the gallery without a warning:
// node vega-lite.cjs GALLERY. Skipped where vega and vega-lite are not installed (see NODE_PATH).
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");
const { pathToFileURL } = require("url");

let vega, lite;

// From version 6 on they are modules, which import() alone takes, and it looks at no NODE_PATH.
async function load(name) {
  const module = await import(pathToFileURL(require.resolve(name)));
  return module.default ?? module;
}

function areThere() {
  try {
    return [require.resolve("vega"), require.resolve("vega-lite")].length > 0;
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND")
      throw error;
    return false;
  }
}

async function draw(spec) {
  const warnings = [];
  const log = (...words) => { warnings.push(words.join(" ")); return logger; };
  const logger = { level: () => logger, error: log, warn: log, info: () => logger, debug: () => logger };
  const view = new vega.View(vega.parse(lite.compile(spec, { logger }).spec), { renderer: "none", logger });
  const svg = await view.toSVG();
  // A mark's own group with something in it; those of axes have another role.
  const drawn = /class="mark-(?!group)[a-z]+ role-mark [^"]*"[^>]*><(path|text|line)\b/.test(svg);
  if (drawn !== spec.data.values.length > 0)
    warnings.push(drawn ? "something is drawn of no values" : "nothing is drawn");
  return warnings;
}

async function main() {
  if (!areThere()) {
    console.log("1..0 # SKIP vega and vega-lite are not installed");
    return 0;
  }
  vega = await load("vega");
  lite = await load("vega-lite");
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
