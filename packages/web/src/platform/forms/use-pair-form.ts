import { limits } from '@otvet/contract/values';
import { translate } from '../texts/texts.ts';
import { all, rules } from './rules.ts';
import { type KeptForm, useKeptForm } from './use-kept-form.ts';

/** `phrasings`: other ways to ask, one a line. */
export type PairText = { question: string; answer: string; phrasings: string };

/** The name under which an unsaved pair of a base is kept; without an id a new one. */
export function pairDraft(kbId: string, pairId: string | null): string {
  return `pair.${kbId}.${pairId ?? 'new'}`;
}

/** The name under which an unsaved answer to a customer's question is kept, whatever base it goes to. */
export function teachDraft(question: string): string {
  return `teach.${question}`;
}

/** The form of a question and its answer, wherever it is written; `draft` tells one pair from another. */
export function usePairForm({ draft, ...saved }: PairText & { draft: string }): KeptForm<PairText> {
  return useKeptForm<PairText>({
    draft,
    saved,
    validate: {
      question: all(rules.required, rules.maxLength(limits.questionText)),
      phrasings: (value) => phrasingsFault(value),
      answer: all(rules.required, rules.maxLength(limits.answerText)),
    },
  });
}

/** As they are sent: each line one. */
export const phrasingLines = (phrasings: string): string[] =>
  phrasings
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function phrasingsFault(value: string): string | null {
  const lines = phrasingLines(value);
  if (lines.length > limits.phrasings) return translate('knowledge.pair.phrasings_max', { max: limits.phrasings });
  const longest = Math.max(0, ...lines.map(({ length }) => length));
  return longest > limits.questionText ? translate('knowledge.many.fault.phrasing_long') : null;
}

export type PairForm = KeptForm<PairText>['form'];
