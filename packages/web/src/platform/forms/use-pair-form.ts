import { useForm } from '@mantine/form';
import { limits } from '@otvet/contract/values';
import { all, rules } from './rules.ts';

export type PairText = { question: string; answer: string };

/** The form of a question and its answer, wherever it is written. */
export function usePairForm(initialValues: PairText) {
  return useForm({
    initialValues,
    validate: {
      question: all(rules.required, rules.maxLength(limits.questionText)),
      answer: all(rules.required, rules.maxLength(limits.answerText)),
    },
  });
}

export type PairForm = ReturnType<typeof usePairForm>;
