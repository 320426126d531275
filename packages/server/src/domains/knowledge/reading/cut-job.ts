import type { ReportProgress } from '../../../platform/confined/index.ts';
import { cutPassages } from './cut-passages.ts';
import type { CutResult } from './document.ts';
import { type ReadTask, run as readDocument } from './read-job.ts';

/** Runs in the confined process: cutting a book takes a while, and the server has others to serve. */
export async function run(bytes: Buffer, task: ReadTask, report: ReportProgress): Promise<CutResult> {
  const result = await readDocument(bytes, task, report);
  if (result.kind === 'refused') return result;
  const { title, language, pages } = result.document;
  return { kind: 'read', document: { title, language, pages }, passages: cutPassages(result.document) };
}
