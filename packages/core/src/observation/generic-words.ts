/** The reason phrases of HTTP: a status says them already. */
const REASONS =
  "bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|proxy authentication required|request timeout|conflict|gone|length required|precondition failed|payload too large|content too large|request entity too large|uri too long|unsupported media type|range not satisfiable|expectation failed|misdirected request|unprocessable (?:entity|content)|locked|failed dependency|too early|upgrade required|precondition required|too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway time-?out|http version not supported|insufficient storage|unknown";

/** How clients say that there was a status: `Request failed with status code 404 Not Found: GET …`. */
const STATUS_LINE = new RegExp(
  "^(?:(?:the )?[\\w ]{0,30}(?:failed|responded|returned|answered|rejected|error|response)[,:]? ?(?:with )?(?:an? )?)?" +
    "(?:http|status|error|response)?[ :]*(?:error|status|response)?[ :]*(?:code)?[ :]*" +
    `\\(?\\d{3}\\)?(?: status code)?[ :(-]*(?:no body|found|${REASONS})?\\)?` +
    "(?:[: ]*(?:for )?(?:get|post|put|patch|delete|head|options)? ?\\(?https?:.*)?\\.?$",
  "i",
);
/** The same with the address first: `[GET] "http://…": 403 Forbidden`. */
const ADDRESS_FIRST = new RegExp(
  `^\\[?(?:get|post|put|patch|delete|head|options)\\]? ["']?https?:\\S*(?: address\\)\\S*)?["']?:? (?:- )?\\d{3} ?(?:${REASONS})?$`,
  "i",
);

const EMPTY = new RegExp(
  `^(?:error|undefined|null|nan|http|unknown error|failed|fail|failure|request failed|response not ok|fetch failed|terminated|unexpected error|an error occurred|something went wrong|response error|server error|internal error|access denied|permission denied|invalid response|\\[object \\w+\\]|${REASONS})[.!]?$`,
  "i",
);

/** Whether a message only repeats a status or says nothing at all. */
export function isGeneric(text: string): boolean {
  const plain = text.trim();
  if (plain === "" || EMPTY.test(plain)) return true;
  return plain.length < 300 && (STATUS_LINE.test(plain) || ADDRESS_FIRST.test(plain));
}
