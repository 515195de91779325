import type { Analysis } from "../analyse/analysis.ts";
import type { Table } from "../render/table.ts";
import { groupsTable } from "./groups-table.ts";
import { incidentsTable } from "./incidents-table.ts";
import { errorsTable, faultsTable, stopReasonsTable } from "./mix-tables.ts";
import { timelineTable, turnsTable, waitsTable } from "./time-tables.ts";
import { toolsTable } from "./tools-table.ts";

/**
 * What a report says, in the order in which it says it: the worst tools and their cost first.
 *
 * @param stretches how many rows the table over time may have. @default 60
 */
export function reportTables(analysis: Analysis, stretches?: number): readonly Table[] {
  return [
    toolsTable(analysis),
    groupsTable(analysis),
    errorsTable(analysis),
    faultsTable(analysis),
    turnsTable(analysis),
    timelineTable(analysis, stretches),
    waitsTable(analysis),
    stopReasonsTable(analysis),
    incidentsTable(analysis),
  ];
}
