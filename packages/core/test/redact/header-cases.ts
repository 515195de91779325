import { type Case, lines } from "./case.ts";

/** Headers and cookies, in the notations of clients and servers. */
export const HEADER_CASES: readonly Case[] = [
  // --- headers in the notations of clients and servers
  [
    "header-curl-single",
    (s) => `curl -sS -H 'Authorization: Bearer ${s.alnum(32)}' https://api.example/v1/me -> 401`,
    "api.example/v1/me",
    "401",
  ],
  [
    "header-curl-double",
    (s) => `+ curl --header "X-Api-Key: ${s.alnum(24)}" https://api.example/items (exit 22)`,
    "api.example/items",
    "exit 22",
  ],
  [
    "header-json",
    (s) =>
      `request {"headers":{"Authorization":"Basic ${s.keep(btoa("svc:harbor99!x"))}","accept":"*/*"}} failed`,
    '"accept":"*/*"',
    "failed",
  ],
  [
    "header-python-tuples",
    (s) => `headers=[('Accept', 'text/html'), ('Authorization', 'Token ${s.hex(40)}')] status=403`,
    "'text/html'",
    "status=403",
  ],
  [
    "header-python-bytes",
    (s) => `h11 event: (b'x-api-key', b'${s.alnum(32)}'), (b'host', b'db.example')`,
    "b'db.example'",
  ],
  [
    "header-go",
    (s) =>
      `http.Header{"Authorization":[]string{"Bearer ${s.alnum(40)}"}, "Accept":[]string{"text/plain"}}`,
    "text/plain",
  ],
  [
    "header-go-map",
    (s) => `sent map[Accept:[*/*] Authorization:[Bearer ${s.alnum(40)}] Host:[q.example]]`,
    "Host:[q.example]",
  ],
  [
    "header-map-inspect",
    (s) => `Headers(2) { 'accept' => 'text/plain', 'x-vault-token' => '${s.alnum(26)}' }`,
    "'text/plain'",
  ],
  [
    "header-inspect-break",
    (s) =>
      `headers: {\n    authorization:\n      'Bearer ${s.alnum(60)}',\n    accept: 'text/plain'\n  }`,
    "accept: 'text/plain'",
  ],
  [
    "header-java",
    (s) => `WebClientRequest [Authorization:"Bearer ${s.alnum(30)}", Accept:"application/json"]`,
    "application/json",
  ],
  [
    "header-raw-crlf",
    (s) =>
      `GET /v2/orders HTTP/1.1\r\nHost: shop.example\r\nAuthorization: ApiKey ${s.alnum(28)}\r\nAccept: */*\r\n\r\n`,
    "Host: shop.example",
    "GET /v2/orders",
  ],
  [
    "header-raw-key-scheme",
    (s) => `Redash said 403, request had Authorization: Key ${s.hex(40)}`,
    "Redash said 403",
  ],
  [
    "header-no-scheme",
    (s) => `authorization: ${s.alnum(36)}\ncontent-type: text/plain`,
    "content-type: text/plain",
  ],
  [
    "header-digest",
    (s) =>
      `Authorization: Digest username="mo", realm="api", nonce="${s.hex(32)}", uri="/x", response="${s.hex(32)}"`,
    'username="mo"',
    'uri="/x"',
  ],
  [
    "header-shared-key",
    (s) => `Authorization: SharedKey ledger:${s.base64(43)}= was not accepted`,
    "was not accepted",
  ],
  [
    "header-cloudflare",
    (s) => `X-Auth-Email: ops@example.org\nX-Auth-Key: ${s.hex(37)}\n9103 Unknown X-Auth-Key`,
    "ops@example.org",
    "9103",
  ],
  [
    "header-subscription",
    (s) => `Ocp-Apim-Subscription-Key: ${s.hex(32)} -> 401 Access denied`,
    "401 Access denied",
  ],
  [
    "header-functions",
    (s) => `x-functions-key=${s.base64(54)}== rejected by func-orders`,
    "rejected by func-orders",
  ],
  [
    "header-rapid",
    (s) => `{"X-RapidAPI-Key":"${s.alnum(50)}","X-RapidAPI-Host":"weather.example"}`,
    "weather.example",
  ],
  [
    "header-har",
    (s) =>
      `{"name":"Authorization","value":"Bearer ${s.alnum(32)}"},{"name":"Accept","value":"*/*"}`,
    '"value":"*/*"',
  ],
  [
    "header-k8s-env",
    (s) =>
      `env:\n  - name: DB_PASSWORD\n    value: ${s.password()}\n  - name: REGION\n    value: fra1`,
    "name: REGION",
    "value: fra1",
  ],
  [
    "header-grpc",
    (s) =>
      `metadata {authorization=[Bearer ${s.alnum(40)}], user-agent=[grpc-node]} UNAUTHENTICATED`,
    "UNAUTHENTICATED",
  ],
  ["header-upper", (s) => `AUTHORIZATION: BEARER ${s.alnum(33)} (expired)`, "(expired)"],
  [
    "bearer-bare",
    (s) => `upstream rejected Bearer ${s.alnum(43)}== for scope read:orders`,
    "read:orders",
  ],
  ["bearer-hex", (s) => `${"x".repeat(60)} Bearer ${s.hex(40)}`],
  ["bearer-encoded", (s) => `header=Bearer%20${s.alnum(40)}&next=1`, "next=1"],
  [
    "bearer-wrapped",
    (s) => `Authorization: Bearer ${lines(s.alnum(120), 60, "\n")}\nis not known`,
    "is not known",
  ],
  // --- cookies
  [
    "cookie-two",
    (s) => `Cookie: csrftoken=${s.alnum(32)}; sessionid=${s.alnum(32)}; lang=en`,
    "lang=en",
  ],
  [
    "cookie-json",
    (s) => `{"cookie":"connect.sid=s%3A${s.alnum(32)}.${s.alnum(43)}","host":"a.example"}`,
    "a.example",
  ],
  [
    "cookie-set-list",
    (s) =>
      `'set-cookie': [ 'sid=${s.alnum(32)}; Path=/; Expires=Wed, 14 Jan 2026 10:00:00 GMT', 'rt=${s.alnum(40)}; HttpOnly' ], status: 500`,
    "Path=/",
    "status: 500",
  ],
  [
    "cookie-jsession",
    (s) => `curl -b 'x' --cookie "JSESSIONID=${s.alnum(32)}" https://erp.example/login`,
    "erp.example/login",
  ],
];
