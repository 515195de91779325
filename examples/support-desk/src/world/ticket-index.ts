import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** One ticket as the index keeps it. */
interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly priority: string;
  readonly notes: string;
}

/** How urgent a ticket can be. */
export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

/** Tickets in one SQLite file, closed ones in another. */
export interface TicketIndex {
  search(query: string): readonly Ticket[];
  get(id: string): Ticket | undefined;
  /** The same, or an error that says there is none. */
  find(id: string): Ticket;
  count(): number;
  subjects(): readonly string[];
  setPriority(id: string, priority: string): void;
  /** Moves the notes of one ticket into another and archives it: three writes in two files. */
  merge(from: string, into: string): void;
  /** Overwrites pages of the archive file: what a full disk or a killed process leaves behind. */
  damageArchive(): void;
  close(): void;
}

const SEED: readonly (readonly [string, string, string, string, string])[] = [
  ["T-1", "Payment timeout at checkout", "open", "normal", "card declined twice"],
  ["T-2", "Parcel arrived damaged", "open", "high", "asks for a refund"],
  ["T-3", "Cannot reset password", "open", "low", ""],
  ["T-4", "Checkout slow on mobile", "open", "normal", "same customer as T-1"],
  ["T-5", "Wrong size delivered", "closed", "normal", "sent again"],
];

/** Opens the ticket index in a folder, with its first tickets. */
export function openTicketIndex(folder: string): TicketIndex {
  const archiveFile = join(folder, "archive.db");
  const tickets = new DatabaseSync(join(folder, "tickets.db"));
  tickets.exec(
    "CREATE TABLE tickets (id TEXT PRIMARY KEY, subject TEXT, status TEXT, priority TEXT, notes TEXT)",
  );
  const insert = tickets.prepare("INSERT INTO tickets VALUES (?, ?, ?, ?, ?)");
  for (const row of SEED) insert.run(...row);
  openArchive(archiveFile).close();

  const get = (id: string): Ticket | undefined =>
    tickets.prepare("SELECT * FROM tickets WHERE id = ?").get(id) as Ticket | undefined;

  const open = (): readonly Ticket[] =>
    tickets
      .prepare("SELECT * FROM tickets WHERE status = 'open' ORDER BY id")
      .all() as unknown as Ticket[];

  const find = (id: string): Ticket => {
    const ticket = get(id);
    if (ticket !== undefined) return ticket;
    throw Object.assign(new Error(`ticket ${id} not found`), { code: "NOT_FOUND" });
  };

  return {
    search: (query) =>
      tickets
        .prepare("SELECT * FROM tickets WHERE status = 'open' AND subject LIKE ? ORDER BY id")
        .all(`%${query}%`) as unknown as Ticket[],
    get,
    find,
    count: () => open().length,
    subjects: () => open().map((ticket) => ticket.subject),
    setPriority: (id, priority) => {
      tickets.prepare("UPDATE tickets SET priority = ? WHERE id = ?").run(priority, id);
    },
    merge: (from, into) => {
      const source = find(from);
      find(into);
      tickets
        .prepare("UPDATE tickets SET notes = notes || char(10) || ? WHERE id = ?")
        .run(`[from ${from}] ${source.subject}`, into);
      const archive = openArchive(archiveFile);
      try {
        archive.prepare("INSERT INTO archive VALUES (?, ?)").run(from, source.subject);
      } finally {
        archive.close();
      }
      tickets.prepare("DELETE FROM tickets WHERE id = ?").run(from);
    },
    damageArchive: () => writeFileSync(archiveFile, damaged(), { flag: "r+" }),
    close: () => tickets.close(),
  };
}

function openArchive(file: string): DatabaseSync {
  const archive = new DatabaseSync(file);
  archive.exec("CREATE TABLE IF NOT EXISTS archive (id TEXT, subject TEXT)");
  return archive;
}

/** A file header that SQLite accepts, followed by pages of rubbish. */
function damaged(): Buffer {
  const bytes = Buffer.alloc(8192, 0xa5);
  bytes.write("SQLite format 3\0", 0, "latin1");
  // Page size 4096, versions 1, no reserved space, the fixed payload fractions.
  bytes.set([0x10, 0x00, 0x01, 0x01, 0x00, 0x40, 0x20, 0x20], 16);
  return bytes;
}
