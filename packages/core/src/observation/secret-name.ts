import { classifyName, type NameClass } from "../redact/names.ts";

/** Under these a value is secret whatever it looks like; under `key` or `code` it may be an id. */
const ALWAYS: ReadonlySet<NameClass | undefined> = new Set<NameClass>([
  "password",
  "secret",
  "token",
  "authorization",
  "auth",
  "cookie",
  "session",
]);

/** Whether a field's name says that its value is not to be shown. */
export function isSecretName(name: string): boolean {
  return ALWAYS.has(classifyName(name)) || /^(?:user|card)?_?(?:pin|ssn)(?:_?code)?$/i.test(name);
}
