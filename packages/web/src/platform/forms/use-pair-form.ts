import { useForm } from '@mantine/form';
import { limits } from '@otvet/contract/values';
import { useEffect } from 'react';
import { readOfTab, writeOfTab } from '../session/local-data.ts';
import { all, rules } from './rules.ts';

export type PairText = { question: string; answer: string };

/**
 * The form of a question and its answer, wherever it is written. What is typed outlives a reload of this tab, until
 * `forget` says that it is saved or given up; `draft` tells one pair from another.
 */
export function usePairForm({ draft, ...initialValues }: PairText & { draft: string }) {
  const name = `pair.${draft}`;
  const form = useForm<PairText>({
    initialValues,
    validate: {
      question: all(rules.required, rules.maxLength(limits.questionText)),
      answer: all(rules.required, rules.maxLength(limits.answerText)),
    },
    onValuesChange: (values) => writeOfTab(name, JSON.stringify(values)),
  });
  const { setValues } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form is opened
  useEffect(() => {
    const kept = readPair(readOfTab(name));
    if (kept !== null) setValues(kept);
  }, []);
  return { form, forget: () => writeOfTab(name, null) };
}

function readPair(stored: string | null): PairText | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const [question, answer] = [Reflect.get(value, 'question'), Reflect.get(value, 'answer')];
    return typeof question === 'string' && typeof answer === 'string' ? { question, answer } : null;
  } catch {
    return null;
  }
}

export type PairForm = ReturnType<typeof usePairForm>['form'];
