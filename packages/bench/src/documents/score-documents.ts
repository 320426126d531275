import type { DocumentRun, ExpectedDocument } from './document-files.ts';

export type DocumentScore = {
  passed: number;
  of: number;
  phrasesFound: number;
  phrases: number;
  byFormat: Record<string, { passed: number; of: number }>;
  failed: { file: string; feature: string; why: string }[];
};

const MAX_SECONDS = 30;
const ENDS: Record<ExpectedDocument['expect'], DocumentRun['status'][]> = {
  text: ['text'],
  no_text: ['no_text', 'rejected'],
  ok: ['ok', 'text', 'no_text'],
  reject: ['rejected'],
  either: ['text', 'no_text', 'ok', 'rejected'],
};

/** The rules of score_docs.py; a reading may take `maxSeconds`, which says nothing on a machine that does more than read. */
export function scoreDocuments(
  expected: ExpectedDocument[],
  runs: DocumentRun[],
  { maxSeconds = MAX_SECONDS }: { maxSeconds?: number } = {},
): DocumentScore {
  const byFile = new Map(runs.map((run) => [run.file, run]));
  const score: DocumentScore = { passed: 0, of: 0, phrasesFound: 0, phrases: 0, byFormat: {}, failed: [] };
  for (const document of expected) {
    const run = byFile.get(document.file);
    const name = document.format.toLowerCase();
    const format = score.byFormat[name] ?? { passed: 0, of: 0 };
    score.byFormat[name] = format;
    const why = run === undefined ? 'missing' : judge(document, run, { score, maxSeconds });
    score.of += 1;
    format.of += 1;
    if (why === undefined) {
      score.passed += 1;
      format.passed += 1;
    } else score.failed.push({ file: document.file, feature: document.feature, why });
  }
  return score;
}

function judge(
  document: ExpectedDocument,
  run: DocumentRun,
  { score, maxSeconds }: { score: DocumentScore; maxSeconds: number },
): string | undefined {
  if (!ENDS[document.expect].includes(run.status)) return `expected ${document.expect}, got ${run.status}`;
  if (run.seconds > maxSeconds) return `${Math.round(run.seconds)} s`;
  if (document.no_network && (run.fetched ?? []).length > 0) return 'went to an outside address';
  if (run.status === 'text' && document.expect === 'text') return judgeText(document, fold(run.text ?? ''), score);
  return run.status === 'rejected' && (run.message ?? '').trim() === '' ? 'refused without a message' : undefined;
}

function judgeText(document: ExpectedDocument, text: string, score: DocumentScore): string | undefined {
  const missing = document.must_contain.filter((phrase) => !text.includes(fold(phrase)));
  const unwanted = document.must_not_contain.filter((phrase) => text.includes(fold(phrase)));
  score.phrases += document.must_contain.length;
  score.phrasesFound += document.must_contain.length - missing.length;
  const faults = [
    ...(missing.length > 0 ? [`missing ${JSON.stringify(missing)}`] : []),
    ...(unwanted.length > 0 ? [`unwanted ${JSON.stringify(unwanted)}`] : []),
  ];
  return faults.length > 0 ? faults.join(' ') : undefined;
}

/** As the Python tool compares: NFKC, without invisible signs, spaces folded, case ignored. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{Cf}/gu, '')
    .split(/\s/)
    .filter(Boolean)
    .join(' ');
}
