import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A line of documents.jsonl; lines may hold more. */
const expectedDocument = z.object({
  file: z.string(),
  format: z.string(),
  feature: z.string().default(''),
  expect: z.enum(['text', 'no_text', 'ok', 'reject', 'either']),
  must_contain: z.array(z.string()).default([]),
  must_not_contain: z.array(z.string()).default([]),
  no_network: z.boolean().default(false),
});
export type ExpectedDocument = z.infer<typeof expectedDocument>;

/** A line of the run form of score_docs.py. */
export type DocumentRun = {
  file: string;
  status: 'text' | 'no_text' | 'ok' | 'rejected' | 'error' | 'timeout';
  seconds: number;
  text?: string;
  message?: string;
  fetched?: string[];
};

export const evaluationDocuments = fileURLToPath(new URL('../../../../../shared/data/docs/', import.meta.url));

export function hasEvaluationDocuments(folder = evaluationDocuments): boolean {
  return existsSync(join(folder, 'documents.jsonl'));
}

export function readExpected(folder: string): ExpectedDocument[] {
  const lines = readFileSync(join(folder, 'documents.jsonl'), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => expectedDocument.parse(JSON.parse(line)));
}
