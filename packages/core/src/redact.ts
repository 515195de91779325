/**
 * Secrets out of texts and values, before a model, a record or a log sees them.
 *
 * @module
 */
export { literalsFromEnvironment } from "./redact/environment.ts";
export { createRedactor, redact } from "./redact/redact.ts";
export { redactValue } from "./redact/redact-value.ts";
export { REDACTED, type RedactOptions, type Redactor } from "./redact/redactor.ts";
