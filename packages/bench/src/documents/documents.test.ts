import { expect, it } from 'vitest';
import { evaluationDocuments, hasEvaluationDocuments, readExpected } from './document-files.ts';
import { runDocuments } from './run-documents.ts';
import { scoreDocuments } from './score-documents.ts';

if (!hasEvaluationDocuments()) console.log('Left out: reading of documents, because ../shared/data is absent.');

it.skipIf(!hasEvaluationDocuments())('reads or refuses every document as it should', { timeout: 300_000 }, async () => {
  const expected = readExpected(evaluationDocuments);
  const runs = await runDocuments(
    evaluationDocuments,
    expected.map(({ file }) => file),
  );
  const score = scoreDocuments(expected, runs);
  expect(score.failed).toEqual([]);
  expect(score.passed).toBe(expected.length);
});

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
