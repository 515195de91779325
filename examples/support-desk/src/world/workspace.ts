import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";

/** A folder of files that the agent may read and write. */
export interface Workspace {
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Every file, relative to the workspace, with `/`. */
  list(): Promise<readonly string[]>;
}

const SEED: Readonly<Record<string, string>> = {
  "policies/refunds.md": "# Refunds\nWithin 30 days. Above 50.00 a second pair of eyes.\n",
  "policies/shipping.md": "# Shipping\nTwo working days.\n",
  "templates/invoice.json": '{ "title": "Invoice", "lines": [',
  "README.md": "Notes of the support desk.\n",
};

/** Fills a folder with the first files of the support desk. */
export async function openWorkspace(folder: string): Promise<Workspace> {
  const inside = (path: string): string => {
    const full = normalize(join(folder, path));
    if (full !== folder && !full.startsWith(folder + sep)) {
      throw Object.assign(new Error(`${path} lies outside the workspace`), { code: "EACCES" });
    }
    return full;
  };
  const workspace: Workspace = {
    read: async (path) => {
      try {
        return await readFile(inside(path), "utf8");
      } catch (error) {
        // Where the workspace lies on this machine is nobody's business.
        if (error instanceof Error) error.message = error.message.replaceAll(folder + sep, "");
        throw error;
      }
    },
    write: async (path, text) => {
      await mkdir(dirname(inside(path)), { recursive: true });
      await writeFile(inside(path), text);
    },
    list: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .map((path) => path.replaceAll(sep, "/"))
        .sort();
    },
  };
  for (const [path, text] of Object.entries(SEED)) await workspace.write(path, text);
  return workspace;
}
