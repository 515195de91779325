import { recoveryScenarios, runRecoveryScenario } from "@recourse/testing";
import { z } from "zod";
const [n, only] = process.argv.slice(2);
const {runAgent}=await import(`@recourse/example-${n}`);
const s=recoveryScenarios.find(x=>x.name===only);
const r=await runRecoveryScenario(s,{name:n, run:async({tools,...r})=>{const x=await runAgent({...r,variant:"recourse",tools:tools.map(t=>({name:t.name,description:t.description,parameters:z.fromJSONSchema(t.parameters),effect:t.options.effect??"write",execute:async(a,c)=>t.execute(a,c)}))}); console.log(x); return x;}});
console.log(JSON.stringify(r.exchanges.at(-1),null,1).slice(0,6000)); console.log(r.calls, r.runs);
