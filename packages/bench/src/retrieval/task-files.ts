import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(['qa', 'passage']),
  question: z.string().optional(),
  examples: z.array(z.string()).optional(),
  answer: z.string().optional(),
  text: z.string().optional(),
});
const querySchema = z.object({
  id: z.string(),
  text: z.string(),
  gold: z.array(z.string()),
  group: z.string().default('oos'),
  answers: z.array(z.object({ text: z.string() })).optional(),
});
export type KnowledgeEntry = z.infer<typeof entrySchema>;
export type TaskQuery = z.infer<typeof querySchema>;

export type TaskFiles = {
  kb: string;
  queries: string;
  drop?: string | undefined;
};

export type LoadedTask = {
  entries: KnowledgeEntry[];
  queries: TaskQuery[];
};

/** The evaluation data lie beside the repository and are never part of it. */
export const evaluationData = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

export function hasEvaluationData(): boolean {
  return existsSync(`${evaluationData}README.md`);
}

export function loadTask(files: TaskFiles): LoadedTask {
  const dropped = new Set(files.drop === undefined ? [] : linesOf(files.drop).map((line) => line.trim()));
  return {
    entries: linesOf(files.kb)
      .map((line) => entrySchema.parse(JSON.parse(line)))
      .filter(({ id }) => !dropped.has(id)),
    queries: linesOf(files.queries).map((line) => querySchema.parse(JSON.parse(line))),
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

export type EntryPassage = {
  id: string;
  kind: 'qa' | 'file';
  question?: string;
  text: string;
};

/** One pair per example question with the same answer, or one piece of text per passage; ids are "entry#number". */
export function passagesOfEntry(entry: KnowledgeEntry): EntryPassage[] {
  if (entry.kind === 'passage') return [{ id: `${entry.id}#0`, kind: 'file', text: entry.text ?? '' }];
  const questions = entry.examples ?? [entry.question ?? ''];
  return questions.map((question, place) => ({
    id: `${entry.id}#${place}`,
    kind: 'qa',
    question,
    text: entry.answer ?? '',
  }));
}

export function entryOfPassage(passageId: string): string {
  return passageId.slice(0, passageId.lastIndexOf('#'));
}
