import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server of the test's own. */
export interface Postgres {
  readonly url: string;
  stop(): void;
}

/** Where the server's programs are, if they are installed. */
export function postgresPrograms(): string | undefined {
  const places = [...globSync("/usr/lib/postgresql/*/bin"), "/usr/local/bin", "/usr/bin"];
  return places.find(
    (place) => existsSync(join(place, "initdb")) && existsSync(join(place, "pg_ctl")),
  );
}

/** Starts a server on a free port, as the unprivileged user where we are root: it refuses root. */
export async function startPostgres(programs: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "recourse-pg-"));
  const port = await freePort();
  const owner = process.getuid?.() === 0 ? ids("postgres") : undefined;
  if (owner !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    chmodSync(folder, 0o700);
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { stdio: "ignore", cwd: folder, ...owner });
  const data = join(folder, "data");
  run("initdb", "-D", data, "-U", "test", "-A", "trust", "-N");
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off`;
  run("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start");
  return {
    url: `postgresql://test@127.0.0.1:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ids(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
