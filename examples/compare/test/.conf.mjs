import { recoveryScenarios, runRecoveryScenario, summariseCall, runDifferences } from "@recourse/testing";
import { z } from "zod";
if (!process.argv[2]) process.exit();
const names = process.argv[2].split(",");
const only = process.argv[3];
const stacks = [];
for (const n of names) stacks.push({name:n, runAgent:(await import(`@recourse/example-${n}`)).runAgent});
const driver=({name,runAgent})=>({name, run:({tools,...r})=>runAgent({...r,variant:"recourse",tools:tools.map(t=>({name:t.name,description:t.description,parameters:z.fromJSONSchema(t.parameters),effect:t.options.effect??"write",execute:async(a,c)=>t.execute(a,c)}))})});
let bad=0;
for (const s of recoveryScenarios) {
  if (only && !s.name.includes(only)) continue;
  const results=[];
  for (const st of stacks) {
    const t=performance.now();
    let r; try { r=await runRecoveryScenario(s, driver(st)); } catch(e) { console.log("✗", s.name, st.name, "THREW", e); bad++; continue; }
    results.push({...r,name:st.name});
    const got=r.calls.map(summariseCall);
    const probs=[];
    if (JSON.stringify(got)!==JSON.stringify(s.expect.calls)) probs.push("calls "+JSON.stringify(got)+"\n      want  "+JSON.stringify(s.expect.calls));
    if (r.stopReason!==s.expect.stopReason) probs.push("stop "+r.stopReason+" want "+s.expect.stopReason+" "+r.finalText);
    if (JSON.stringify(r.runs.map(x=>x.stopReason))!==JSON.stringify([s.expect.stopReason])) probs.push("runs "+r.runs.map(x=>x.stopReason));
    for (const [k,v] of Object.entries(s.expect.executions??{})) if (r.executions[k]!==v) probs.push(`executions ${k} ${r.executions[k]} want ${v}`);
    if (s.expect.lastText && !s.expect.lastText.test(r.texts.at(-1)??"")) probs.push("last "+r.texts.at(-1));
    if (s.expect.neverSent && s.expect.neverSent.test(JSON.stringify([r.exchanges,r.calls,r.runs]))) probs.push("SENT secret "+JSON.stringify(r.texts));
    if (probs.length) { bad++; console.log("✗", s.name, st.name, Math.round(performance.now()-t)+"ms"); for (const p of probs) console.log("   ",p); if(only||process.env.V) console.log(r.texts, r.calls); }
  }
  const d=runDifferences(results); if (d.length) { bad++; console.log("≠", s.name); for (const x of d.slice(0,6)) console.log("     ",x); }
}
console.log(bad,"problems of",recoveryScenarios.length);
