import { expect, it } from 'vitest';
import { startTestApp } from '../../../server/src/testing/start-test-app.ts';
import { evaluationDocuments, hasEvaluationDocuments, readExpected } from './document-files.ts';
import { importDocuments } from './import-documents.ts';
import { runDocuments } from './run-documents.ts';
import { scoreDocuments } from './score-documents.ts';

/** How long a reading takes is told by `npm run bench documents`. */
const anyTime = { maxSeconds: Number.POSITIVE_INFINITY };

if (!hasEvaluationDocuments()) console.log('Left out: reading of documents, because ../shared/data is absent.');

it.skipIf(!hasEvaluationDocuments())('reads or refuses every document as it should', { timeout: 900_000 }, async () => {
  const expected = readExpected(evaluationDocuments);
  const runs = await runDocuments(
    evaluationDocuments,
    expected.map(({ file }) => file),
  );
  const score = scoreDocuments(expected, runs, anyTime);
  expect(score.failed).toEqual([]);
  expect(score.passed).toBe(expected.length);
});

it.skipIf(!hasEvaluationDocuments())(
  'the import of a started product ends as the reader does',
  { timeout: 900_000 },
  async () => {
    const all = readExpected(evaluationDocuments);
    const kinds = ['pdf', 'docx', 'xlsx', 'html', 'png'].flatMap(
      (format) => all.find((one) => one.format.toLowerCase() === format) ?? [],
    );
    const expected = [...kinds, ...all.filter((one) => one.expect === 'reject').slice(0, 2)];
    const app = await startTestApp();
    const { accessToken: token } = await app.signUp();
    const base = await app.api('POST', '/v1/learning/create-knowledgebase/', { token, body: { name: 'Bench' } });
    try {
      const product = { url: app.url, pid: process.pid, knowledgeBaseId: String(base.body.id), token };
      const files = expected.map(({ file }) => file);
      const score = scoreDocuments(expected, await importDocuments(product, evaluationDocuments, files), anyTime);
      expect(score.failed).toEqual([]);
      expect(score.phrasesFound).toBeGreaterThan(5);
    } finally {
      await app.close();
    }
  },
);

it('judges like score_docs.py: folded words, kinds of ends, words of a refusal', () => {
  const document = { format: 'pdf', feature: '', must_contain: [], must_not_contain: [], no_network: false };
  const expected = [
    { ...document, file: 'a', expect: 'text' as const, must_contain: ['Ofﬁce  Hours'], must_not_contain: ['secret'] },
    { ...document, file: 'b', expect: 'text' as const, must_contain: ['missing'] },
    { ...document, file: 'c', expect: 'reject' as const },
    { ...document, file: 'd', expect: 'either' as const },
    { ...document, file: 'e', expect: 'no_text' as const },
    { ...document, file: 'f', expect: 'ok' as const },
    { ...document, file: 'g', expect: 'text' as const },
  ];
  const score = scoreDocuments(expected, [
    { file: 'a', status: 'text', seconds: 1, text: 'our OFFICE\nhou\u00adrs' },
    { file: 'b', status: 'text', seconds: 1, text: 'nothing' },
    { file: 'c', status: 'rejected', seconds: 1, message: ' ' },
    { file: 'd', status: 'error', seconds: 1 },
    { file: 'e', status: 'rejected', seconds: 1, message: 'There is no text in it.' },
    { file: 'f', status: 'ok', seconds: 31 },
  ]);
  expect(score).toMatchObject({ passed: 2, of: 7, phrases: 2, phrasesFound: 1 });
  expect(score.failed.map(({ file, why }) => `${file}: ${why}`)).toEqual([
    'b: missing ["missing"]',
    'c: refused without a message',
    'd: expected either, got error',
    'f: 31 s',
    'g: missing',
  ]);
});
