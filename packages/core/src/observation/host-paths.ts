/** First directories that no service's routes begin with. */
const ROOTS = new Set(
  `home Users root app srv usr var opt build builds workspace workspaces private tmp mnt etc proc nix
   Library Volumes layers lambda __w github dev run sys work workdir bin sbin lib lib64 boot media snap
   System Applications cygdrive Windows ProgramData`.split(/\s+/),
);
/** First directories of hosts that routes begin with as well: they need a route's marks to stay. */
const ROOTS_OR_ROUTES = new Set(
  `data code repo src source deploy deployment release www webapps export scratch storage volume
   nfs efs dist backend frontend function bundle pkg output input cache logs log project
   container host local server vercel runner codebuild project`.split(/\s+/),
);
/** Directories inside of which there is a program. */
const INSIDE =
  /\/(?:node_modules|src|dist|site-packages|dist-packages|vendor|bin|lib|target|\.[a-z][\w-]*)\//;
/** A name with the ending of a file, or a place in one. */
const FILE = /\.(?:[a-z][a-z0-9]{0,6}|[A-Z]{2,4})(?::\d+){0,2}$|:\d+(?::\d+)?$/;
/** What routes have: a version, a parameter, an id, a query. */
const ROUTE =
  /\/(?:v\d+(?:\.\d+)*(?:beta\d*|alpha\d*)?|\d+(?:\.\d+)*|api|apis|rest|graphql|oauth2?|rpc|[:{$].*|[0-9a-f]{8}-[0-9a-f-]{20,}|[A-Za-z]{1,6}[-_]\d[\w-]*)(?:\/|$)/i;
/** Words in front of a route. */
const ASKS =
  /(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)|\b(?:routes?|endpoint|resource|ur[li]|instancePath|schemaPath|pointer|redirect(?:ed)? to|requests? (?:to|for))(?: matche[sd]?)?)[\s:="'`([]{1,4}$/i;
/** Words in front of a file or directory. */
const OPENS =
  /\b(?:files?|director(?:y|ies)|folder|module|package|script|socket|cwd|into|open|opening|read|reading|write|writing|load|loading|loaded|saved?|mkdir|scandir|unlink|rmdir|rename|stat|lstat|chdir|spawn|exec|copyfile|copy|copying|mount)(?: to| from| at)?[\s:="'`([]{1,4}$/i;
/** What systems say of files, anywhere in the text. */
const OF_FILES =
  /\b(?:E(?:NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|NOTEMPTY|ROFS|MFILE|NOSPC|XDEV|LOOP|BUSY)\b|no such file|file or directory|read-only file ?system|cannot find module|\[errno \d+\])/i;

/** A drive, a share, a home directory, a `file:` address or a slash, and the names that follow. */
const PATH =
  /(?<![\w.~#/\\-])(?:\/[^\s"'`<>()[\]{},;|*?/]+|(?:file:\/\/\/?(?:[A-Za-z]:)?|~(?=[/\\])|[A-Za-z]:(?=[\\/])|\\(?=\\[\w.$?-]))[\\/][^\s"'`<>()[\]{},;|*?\\/]+)(?:[\\/][^\s"'`<>()[\]{},;|*?\\/]+)*[\\/]?/g;
/** The same between quotation marks, where a name may have spaces in it. */
const QUOTED =
  /(?<=(["'`]))(?:\/|~\/|[A-Za-z]:[\\/]|\\\\(?=\w))[^"'`<>|*?]{1,300} [^"'`<>|*?]{0,300}(?=\1)/g;

/** Paths longer than that are not judged: they go. */
const MAX_JUDGED = 400;

/** How host paths are cut. */
export interface PathOptions {
  /** Values that the model itself has sent: a path that ends with one is shown as that. */
  readonly keep: readonly string[];
  /** Paths that an error names as such: cut wherever they stand, spaces and all. */
  readonly known?: readonly string[] | undefined;
}

/**
 * A text of which no absolute path of a file system is left: its directories go, its last part
 * stays. Routes of an API (`GET /orders/7`, `/v1/orders`) and addresses stay as they are.
 */
export function withoutHostPaths(text: string, { keep, known = [] }: PathOptions): string {
  let out = text;
  for (const path of known) {
    if (out.includes(path)) out = out.replaceAll(path, () => shortPath(path, keep));
  }
  if (!out.includes("/") && !out.includes("\\")) return out;
  const ofFiles = OF_FILES.test(out);
  const home = rootOf(cwd());
  const cut = (path: string, at: number, whole: string): string => {
    const before = whole.slice(Math.max(0, at - 40), at);
    const after = whole[at + path.length] ?? "";
    return isOfHost(path, { before, after, ofFiles, home }) ? shortPath(path, keep) : path;
  };
  return out
    .replace(QUOTED, (path: string, _mark: string, at: number, all: string) => cut(path, at, all))
    .replace(PATH, cut);
}

interface Place {
  readonly before: string;
  readonly after: string;
  readonly ofFiles: boolean;
  readonly home: string | undefined;
}

function isOfHost(path: string, { before, after, ofFiles, home }: Place): boolean {
  if (!path.startsWith("/")) return true;
  const whole = path.replace(/[.:,/]+$/, "");
  const depth = whole.split("/").length - 1;
  if (depth < 2) return false;
  if (whole.length > MAX_JUDGED) return true;
  const root = rootOf(whole);
  if (ASKS.test(before)) return false;
  if (root !== undefined && (ROOTS.has(root) || root === home)) return true;
  if (ofFiles) return true;
  if (INSIDE.test(whole) && !ROUTE.test(whole)) return true;
  if (after === "?" || after === "{" || ROUTE.test(whole)) return false;
  if (root !== undefined && ROOTS_OR_ROUTES.has(root)) return true;
  return FILE.test(whole) || OPENS.test(before) || depth > 4;
}

function rootOf(path: string | undefined): string | undefined {
  return path?.startsWith("/") ? path.split("/", 2)[1] || undefined : undefined;
}

/** Where this process runs, if it runs somewhere. */
function cwd(): string | undefined {
  try {
    const { process } = globalThis as { readonly process?: { readonly cwd?: () => string } };
    return process?.cwd?.();
  } catch {
    return undefined;
  }
}

/** A path as it may be shown: what the model has sent of it, else its last part. */
function shortPath(path: string, keep: readonly string[]): string {
  const plain = path.replaceAll("\\", "/");
  const trail = /[.:,]+$/.exec(path)?.[0] ?? "";
  const whole = plain
    .slice(0, plain.length - trail.length)
    .replace(/(?::\d+){1,2}$/, "")
    .replace(/(?<=[^/])\/+$/, "");
  for (const value of keep) {
    const sent = value.replaceAll("\\", "/").replace(/(?<=[^/])\/+$/, "");
    if (sent.length < 2) continue;
    if (sent === whole || whole.endsWith(`/${sent.replace(/^\.?\//, "")}`)) return value + trail;
    // What lies below a place that the model named.
    if (isAbsolute(sent) && whole.startsWith(`${sent}/`)) return whole + trail;
  }
  return `…/${whole.slice(whole.lastIndexOf("/") + 1)}${trail}`;
}

/** Whether a text is an absolute path of some system. */
export function isAbsolute(text: string): boolean {
  return /^(?:\/|~\/|[A-Za-z]:[\\/]|\\\\)[^\s]/.test(text);
}
