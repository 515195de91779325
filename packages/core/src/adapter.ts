/** What only adapters need: they translate between a framework and a run, and decide nothing. */

export { bindCallContext, callContext, callContextKey } from "./engine/call-context.ts";
export { childFault } from "./engine/child-fault.ts";
export { effectOfAnnotations, type ToolAnnotations } from "./engine/effect-of-annotations.ts";
export { extendRecovery, type RecoveryExtension } from "./engine/extend-recovery.ts";
export { readRecoveryOptions } from "./engine/with-recovery.ts";
export { canonicalJson } from "./ledger/canonical-json.ts";
export { mergeSnapshots } from "./ledger/merge-snapshots.ts";
export { toJsonText } from "./observation/to-json-text.ts";
export { checkEach, checkFields, checkValue, type Owner } from "./options/check-fields.ts";
export { checkToolOptions, type OptionWarning } from "./options/check-tool-options.ts";
export * as kinds from "./options/kind.ts";
export { issueShape } from "./validation/issue-shape.ts";
export { unwrapArguments } from "./validation/unwrap.ts";
export { validateArguments } from "./validation/validate.ts";
