// What happens to clients below HTTP, on loopback.
import { NET } from "./labels.mjs";

/** an address where nobody listens */
export const closedUrl = async (env) => `http://127.0.0.1:${await env.closedPort()}`;

/** a signal that aborts after some milliseconds */
export const abortAfter = (ms) => {
  const c = new AbortController();
  setTimeout(() => c.abort(), ms);
  return c.signal;
};

/** what every client of a service meets; `send(m, url, options)` takes the client's own `timeout` */
export const connectionCases = (base, send) => [
  {
    ...base,
    id: `${base.client}/refused`,
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => send(m, await closedUrl(env)),
  },
  {
    ...base,
    id: `${base.client}/timeout`,
    how: "the client's own timeout of 250 ms",
    label: NET.timeout,
    run: async (env, m) => send(m, await env.http({ fault: "slow" }), { timeout: 250 }),
  },
  {
    ...base,
    id: `${base.client}/hangup`,
    how: "socket destroyed",
    label: NET.hangup,
    run: async (env, m) => send(m, await env.http({ fault: "hangup" })),
  },
];
