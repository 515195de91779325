import { describe, expect, it } from "vitest";
import { otelSink } from "../src/index.ts";

/** As JavaScript would call it. */
const make = otelSink as (options: unknown) => unknown;

describe("otelSink", () => {
  it.each([
    [{ spans: "none" }, 'otelSink(): expected `spans` to be one of "auto", "create"'],
    [{ span: "off" }, "otelSink(): there is no option `span`. Did you mean `spans`?"],
    [{ flush: 3 }, "otelSink(): expected `flush` to be a function, got 3."],
    [{ metrics: "no" }, "otelSink(): expected `metrics` to be true or false"],
    [{ tracer: {} }, "otelSink(): expected `tracer` to be a tracer of OpenTelemetry"],
    [{ meter: "global" }, "otelSink(): expected `meter` to be a meter of OpenTelemetry"],
    [[], "otelSink(): expected `options` to be an object, got an array."],
  ])("refuses %j and says what it expected", (options, message) => {
    expect(() => make(options)).toThrow(message);
  });

  it("takes an option that is undefined for one that was left out", () => {
    expect(() => make({ spans: undefined, flush: undefined })).not.toThrow();
  });
});
