import { expect, test } from "vitest";
import * as adapter from "../../src/adapter.ts";
import * as core from "../../src/index.ts";
import * as node from "../../src/node.ts";

test("the names that others build on are exported, and no more", () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "CALL_SCHEMA",
      "DECISIONS",
      "EFFECTS",
      "ERROR_CLASSES",
      "ERROR_TYPES",
      "HALT_REASONS",
      "MODES",
      "MetricsBuilder",
      "RUN_SCHEMA",
      "RecourseError",
      "SNAPSHOT_SCHEMA",
      "STOP_REASONS",
      "ToolFault",
      "callbackSink",
      "classify",
      "consoleSink",
      "createRecovery",
      "defaultPolicy",
      "effectOfAnnotations",
      "englishWording",
      "isErrorType",
      "isFailure",
      "isRefusal",
      "isResult",
      "isRetryable",
      "isToolFault",
      "metricsOf",
      "parseObservation",
      "redact",
      "replay",
      "signature",
      "strictPolicy",
      "wilson",
      "withRecovery",
    ]
  `);
  expect(Object.keys(adapter).sort()).toMatchInlineSnapshot(`
    [
      "bindCallContext",
      "callContext",
      "canonicalJson",
      "childFault",
      "effectOfAnnotations",
      "extendRecovery",
      "issueShape",
      "mergeSnapshots",
      "readRecoveryOptions",
      "toJsonText",
      "unwrapArguments",
      "validateArguments",
    ]
  `);
  expect(Object.keys(node).sort()).toMatchInlineSnapshot(`
    [
      "jsonlSink",
    ]
  `);
});
