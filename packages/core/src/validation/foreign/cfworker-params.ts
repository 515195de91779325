/** What `@cfworker/json-schema` says only in its sentence, as Ajv would give it in `params`. */
export function cfworkerParams(keyword: string, sentence: string): Record<string, unknown> {
  switch (keyword) {
    case "required":
      return { missingProperty: /required property "(.*)"\.$/.exec(sentence)?.[1] };
    case "dependentRequired":
    case "dependencies":
      return { missingProperty: /does not have "(.*)"\.$/.exec(sentence)?.[1] };
    case "additionalProperties":
    case "unevaluatedProperties":
      return { additionalProperty: /^Property "(.*)" does not match/.exec(sentence)?.[1] };
    case "type":
      return { type: /Expected "(.*)"\.$/.exec(sentence)?.[1]?.split('", "') };
    case "const":
      return { allowedValues: [jsonIn(/does not match (.*)\.$/.exec(sentence)?.[1])] };
    case "enum":
      return { allowedValues: jsonIn(/does not match any of (.*)\.$/.exec(sentence)?.[1]) };
    case "format":
      return { format: /format "(.*)"\.$/.exec(sentence)?.[1] };
    default: {
      const limit = /(-?[\d.]+(?:e[+-]?\d+)?)\)?\.$/.exec(sentence)?.[1];
      return limit === undefined ? {} : { limit };
    }
  }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}
