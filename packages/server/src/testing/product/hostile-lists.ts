import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../../../../../../shared/data/hostile', import.meta.url));
const line = z.looseObject({ text: z.string() });

/** Whether the evaluation data lies beside the repository. */
export const hasHostileLists = existsSync(folder);

/** Texts of the public lists of hostile inputs, by list. */
export function readHostileLists(): { list: string; texts: string[] }[] {
  if (!hasHostileLists) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({
      list: name.replace('.jsonl', ''),
      texts: readFileSync(`${folder}/${name}`, 'utf8')
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => line.parse(JSON.parse(row)).text),
    }));
}
