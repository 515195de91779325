import type { Analysis } from "../analyse/analysis.ts";
import { escapeHtml } from "./escape.ts";
import { keyFigures } from "./key-figures.ts";
import { sections } from "./sections.ts";
import { STYLE } from "./style.ts";

/** What a report says about itself. */
export interface HtmlOptions {
  /** What was read, as the user named it. */
  readonly source?: string;
  /** How much was read, in a sentence. */
  readonly summary?: string;
  /** What could not be read, in sentences. */
  readonly notes?: readonly string[];
}

/** Nothing may be loaded and nothing may run, whatever a record says. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A report as one page that needs nothing else: no network, no script. */
export function renderHtml(analysis: Analysis, options: HtmlOptions = {}): string {
  const { source, summary, notes = [] } = options;
  const metrics = analysis.metrics();
  const { span } = analysis;
  const when = span === undefined ? undefined : `${day(span.from)} to ${day(span.to)} UTC`;
  const about = [source === undefined ? undefined : `From ${source}`, when]
    .filter((part) => part !== undefined)
    .map(escapeHtml);
  const warnings =
    notes.length === 0
      ? ""
      : `<aside class="notes" aria-label="What could not be read">${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join("")}</aside>`;
  const body =
    metrics.runs === 0 ? empty() : `${keyFigures(metrics)}${warnings}${sections(analysis)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Recourse report${source === undefined ? "" : `: ${escapeHtml(source)}`}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><h1>What happened when tools failed</h1><p class="dim">${about.join(" · ")}</p></header>
<main>${metrics.runs === 0 ? body + warnings : body}</main>
<footer><p>${escapeHtml(summary ?? "")} Made by recourse report; rates carry 95 % Wilson intervals.</p></footer>
</body>
</html>
`;
}

function empty(): string {
  return `<section aria-labelledby="empty"><h2 id="empty">There are no records in this trace</h2><p>A recovery writes records only when it has a sink:</p><pre><code>import { jsonlSink } from "@recourse/core/node";

const recovery = createRecovery({ sinks: [jsonlSink("traces/run.jsonl")] });
// before the process ends:
await recovery.flush();</code></pre><p>Then run the agent, and recourse report again.</p></section>`;
}

/** A time without its seconds, as far as it is one. */
function day(time: string): string {
  const ms = Date.parse(time);
  return Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16).replace("T", " ") : time;
}
