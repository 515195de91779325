/**
 * What redaction costs: nanoseconds for texts as tools produce them, and how the time grows with a
 * hostile text. Growth near 4 for four times the length is linear; 16 would be quadratic.
 *
 * Run: `node bench/redact.bench.ts`
 */
import { createRedactor, redact } from "../src/redact.ts";
import { HOSTILE } from "../test/redact/hostile.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "200 characters, no secret":
    "Order 1042 was not found in the list of open orders. Nearest numbers: 1041, 1043, 1050. Use list_orders to see which exist, then call get_order again with one of these numbers and nothing else in it.",
  "200 characters, words about secrets":
    "Invalid token: the password of this account is required and the API key must be a string. token limit exceeded, 128000 tokens allowed. Set the authorization header, see the section about keys in there.",
  "200 characters, ids":
    "order 3f2b8c1e-5d7a-4b9e-8c2d-1a0f9e8d7c6b was not found in the list of open orders; the nearest is 9a8b7c6d-5e4f-4a3b-9c2d-0f1e2d3c4b5a. Use listOrdersByCustomer to see which exist, then call it again.",
  "200 characters, one secret": `HTTP 401 from inventory-api (Authorization: Bearer ${"kJ8x".repeat(9)}) while reading warehouse 12, the server did not answer within 8000 ms, 3 attempts were made before this one and each failed`,
};

function milliseconds(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}

const ROUNDS = 50_000;
for (const [name, text] of Object.entries(TEXTS)) {
  for (let round = 0; round < 5_000; round++) redact(text);
  const spent = milliseconds(() => {
    for (let round = 0; round < ROUNDS; round++) redact(text);
  });
  console.log(`${name}: ${Math.round((spent * 1e6) / ROUNDS)} ns`);
}

const redactor = createRedactor({ literals: ["velvet-orbit-77"], pii: ["email", "phone"] });
let worst = { name: "", growth: 0, spent: 0 };
for (const [name, unit] of HOSTILE) {
  const time = (size: number): number =>
    milliseconds(() => redactor(unit.repeat(Math.ceil(size / unit.length))));
  time(50_000);
  const quarter = time(250_000);
  const whole = time(1_000_000);
  // Below this the clock says more about itself than about the work.
  const growth = whole < 50 ? 0 : whole / Math.max(quarter, 1);
  if (whole > worst.spent) worst = { name, growth, spent: whole };
  if (growth > 8) {
    console.error(
      `${name}: ${Math.round(quarter)} ms for 250 kB, ${Math.round(whole)} ms for 1 MB`,
    );
    process.exitCode = 1;
  }
}
console.log(
  `slowest hostile megabyte: ${worst.name}, ${Math.round(worst.spent)} ms, growth ${worst.growth.toFixed(1)} from 250 kB`,
);
