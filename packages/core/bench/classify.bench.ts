/**
 * How long one diagnosis takes: the median over common shapes, and the worst of the odd ones.
 * Run it with `node bench/classify.bench.ts`; it prints figures and asserts nothing.
 */
import { classify } from "../src/classify/classify.ts";

const error = (fields: object, message = "x"): Error => Object.assign(new Error(message), fields);
const headers = (fields: Record<string, string>): Headers => new Headers(fields);

const common: Readonly<Record<string, unknown>> = {
  "fetch refused": new TypeError("fetch failed", {
    cause: error({ code: "ECONNREFUSED", syscall: "connect", errno: -111 }),
  }),
  "axios 404": error(
    {
      name: "AxiosError",
      code: "ERR_BAD_REQUEST",
      status: 404,
      response: { status: 404, data: {}, headers: {} },
    },
    "Request failed with status code 404",
  ),
  "openai 429": error(
    {
      status: 429,
      code: "rate_limit_exceeded",
      type: "tokens",
      error: { code: "rate_limit_exceeded", type: "tokens", message: "Rate limit reached" },
      headers: headers({ "retry-after-ms": "1500", "retry-after": "2" }),
    },
    "429 Rate limit reached",
  ),
  "aws throttling": error({
    name: "ThrottlingException",
    $fault: "client",
    $metadata: { httpStatusCode: 400, attempts: 1 },
  }),
  "postgres unique": error({ name: "error", code: "23505", severity: "ERROR" }),
  "fs ENOENT": error({ code: "ENOENT", errno: -2, syscall: "open", path: "x" }),
  "grpc unavailable": error({ code: 14, details: "busy", metadata: {} }, "14 UNAVAILABLE: busy"),
  "zod issues": error({
    name: "ZodError",
    issues: [{ code: "invalid_type", path: ["a"], message: "x" }],
  }),
  "http 503": error({ status: 503, headers: {} }, "HTTP 503"),
  bug: new TypeError("rows.map is not a function"),
  timeout: new DOMException("The operation was aborted due to timeout", "TimeoutError"),
  abort: new DOMException("This operation was aborted", "AbortError"),
};

let deep: unknown = error({ code: "ECONNRESET" });
for (let depth = 0; depth < 30; depth += 1) deep = new Error("wrapped", { cause: deep });
const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-header-${at}`, "1"]));

const odd: Readonly<Record<string, unknown>> = {
  "plain text": new Error("Something went wrong while saving the thing"),
  "long prose": new Error("lorem ipsum 404 dolor sit amet ".repeat(100)),
  "2 MB message": new Error("x".repeat(2_000_000)),
  "30 wrappers": deep,
  "aggregate of 8": new AggregateError(Array.from({ length: 8 }, () => error({ status: 500 }))),
  "many headers": error({ status: 429, headers: many }),
  "JSON message": new Error(
    JSON.stringify({ error: { code: 429, status: "RESOURCE_EXHAUSTED", details: [] } }),
  ),
  "throwing proxy": new Proxy(
    {},
    {
      get() {
        throw new Error("no");
      },
    },
  ),
  undefined,
};

/** Microseconds of this thread: processor time where node can tell, so that neighbours do not count. */
function clock(): number {
  const usage = process.threadCpuUsage?.();
  return usage === undefined ? performance.now() * 1000 : usage.user + usage.system;
}

/** Microseconds per call: the median of many batches. */
function measure(value: unknown): number {
  const batch = 4000;
  for (let warm = 0; warm < 2000; warm += 1) classify(value);
  const samples: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const start = clock();
    for (let at = 0; at < batch; at += 1) classify(value);
    samples.push((clock() - start) / batch);
  }
  samples.sort((a, b) => a - b);
  return samples[Math.floor(samples.length / 2)] as number;
}

/** Prints one table; gives the figures. */
function table(title: string, values: Readonly<Record<string, unknown>>): number[] {
  console.log(`\n${title}`);
  return Object.entries(values).map(([name, value]) => {
    const micros = measure(value);
    console.log(`  ${name.padEnd(20)} ${micros.toFixed(2).padStart(8)} µs`);
    return micros;
  });
}

const figures = table("common shapes", common).sort((a, b) => a - b);
const odds = table("odd shapes", odd);
console.log(
  `\nmedian of the common shapes ${(figures[Math.floor(figures.length / 2)] as number).toFixed(2)} µs`,
);
console.log(`worst of all ${Math.max(...figures, ...odds).toFixed(2)} µs`);
