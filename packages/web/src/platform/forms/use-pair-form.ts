import { limits } from '@otvet/contract/values';
import { all, rules } from './rules.ts';
import { type KeptForm, useKeptForm } from './use-kept-form.ts';

export type PairText = { question: string; answer: string };

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
      answer: all(rules.required, rules.maxLength(limits.answerText)),
    },
  });
}

export type PairForm = KeptForm<PairText>['form'];
