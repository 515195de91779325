// The table of docs/classifier.md: client by client, how many cases are right.
import fs from "node:fs";
import path from "node:path";

const START = "<!-- corpus:start -->";
const END = "<!-- corpus:end -->";

/** Replaces the generated part of docs/classifier.md. */
export function writeDocs(root, scored, _results, sums) {
  const file = path.join(root, "..", "docs", "classifier.md");
  const text = fs.readFileSync(file, "utf8");
  const at = text.indexOf(START),
    end = text.indexOf(END);
  if (at < 0 || end < 0) throw new Error(`${file} has no ${START} … ${END}`);
  fs.writeFileSync(
    file,
    `${text.slice(0, at + START.length)}\n${table(scored, sums)}${text.slice(end)}`,
  );
}

/** The version of a client; node's own is the same in every row and changes with the machine. */
const version = (v) => (v === process.version || v === "builtin" ? "" : v);

function table(scored, sums) {
  const rows = new Map();
  for (const s of scored) {
    const { client } = s.r.case;
    if (!rows.has(client))
      rows.set(client, {
        version: version(s.r.case.version),
        all: 0,
        right: 0,
        preferred: 0,
        unsafe: 0,
      });
    const row = rows.get(client);
    row.all += 1;
    if (s.joint) row.right += 1;
    if (s.preferred) row.preferred += 1;
    if (s.unsafe) row.unsafe += 1;
  }
  const lines = [...rows]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(
      ([client, r]) =>
        `| ${client} | ${r.version} | ${r.all} | ${r.right} | ${r.preferred} | ${r.unsafe} |`,
    );
  const sum = (key) => [...rows.values()].reduce((a, r) => a + r[key], 0);
  return [
    "| client | version | cases | right | preferred label | unsafe |",
    "|---|---|---:|---:|---:|---:|",
    ...lines,
    `| **all** | | **${sum("all")}** | **${sum("right")}** | **${sum("preferred")}** | **${sum("unsafe")}** |`,
    "",
    `${sums.live} of ${sums.cases} values were thrown by the real clients, ${sums.cases - sums.live} are hand-made. Retry-After read right: ${sums.afterRight} of ${sums.afterAsked}. Missed halts: ${sums.missedHalts}.`,
    "",
  ].join("\n");
}
