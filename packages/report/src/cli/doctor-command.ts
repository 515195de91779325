import { Doctor } from "../doctor/doctor.ts";
import { doctorTable, findings } from "../doctor/doctor-tables.ts";
import { type Command, prepare, readTraces, writeTables } from "./command.ts";
import type { OutputFormat } from "./output.ts";

/** `recourse doctor`: exit code 1 when something was found. */
export const doctorCommand: Command = {
  options: [],
  async run(line, terminal) {
    const { inputs, format, output } = prepare(line, terminal);
    const doctor = new Doctor();
    const tally = await readTraces(inputs, doctor, line, terminal);
    doctor.finish();
    const found = findings(doctor);
    await writeTables([doctorTable(found)], format as Exclude<OutputFormat, "html">, output, {
      tally,
      terminal,
    });
    return found.length === 0 ? 0 : 1;
  },
};
