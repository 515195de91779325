import { UsageError } from "../usage-error.ts";
import type { Command, Terminal } from "./command.ts";
import { compareCommand } from "./compare-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { nearestWord } from "./nearest-word.ts";
import { readCommandLine } from "./options.ts";
import { replayCommand } from "./replay-command.ts";
import { reportCommand } from "./report-command.ts";
import { COMMAND_USAGE, USAGE } from "./usage.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  report: reportCommand,
  compare: compareCommand,
  replay: replayCommand,
  doctor: doctorCommand,
};

/**
 * The `recourse` command.
 *
 * @returns the exit code: 0 done, 1 failed, no records or something found, 2 called in a way that cannot work.
 */
export async function main(
  args: readonly string[],
  terminal: Terminal,
  version: string,
): Promise<number> {
  try {
    return await dispatch(args, terminal, version);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`recourse: ${error.message}\n`);
      return 2;
    }
    const words = error instanceof Error ? error.message : String(error);
    terminal.stderr.write(`recourse: ${words}\n`);
    return 1;
  }
}

async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  version: string,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(`Say what to do.\n\n${USAGE}`);
  if (name === "--help" || name === "-h" || name === "help") {
    terminal.stdout.write((rest[0] === undefined ? undefined : COMMAND_USAGE[rest[0]]) ?? USAGE);
    return 0;
  }
  if (name === "--version" || name === "-v") {
    terminal.stdout.write(`${version}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw unknownCommand(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.stdout.write(COMMAND_USAGE[name] ?? USAGE);
    return 0;
  }
  return await command.run(readCommandLine(name, rest, command.options), terminal);
}

function unknownCommand(name: string): UsageError {
  const names = Object.keys(COMMANDS);
  const near = nearestWord(name, names);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return new UsageError(
    `There is no command "${name}".${meant} It can ${names.join(", ")}; see recourse --help.`,
  );
}
