import { Textarea } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { useTexts } from '../texts/texts.ts';
import type { PairForm } from './use-pair-form.ts';

export type PairFieldsProps = {
  form: PairForm;
  /** Which one is written first. */
  focus?: 'question' | 'answer';
  /** Only the question and its answer. */
  isBrief?: boolean;
};

/** The words of a pair. */
export function PairFields({ form, focus = 'question', isBrief = false }: PairFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Textarea
        label={t('knowledge.pair.question')}
        placeholder={t('knowledge.pair.question_example')}
        autosize
        minRows={1}
        maxRows={6}
        data-autofocus={focus === 'question' || undefined}
        {...form.getInputProps('question')}
      />
      {!isBrief && (
        <Textarea
          label={t('knowledge.pair.phrasings')}
          description={t('knowledge.pair.phrasings_hint', { max: limits.phrasings })}
          placeholder={t('knowledge.pair.phrasings_example')}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('phrasings')}
        />
      )}
      <Textarea
        label={t('knowledge.pair.answer')}
        description={t('knowledge.pair.answer_hint')}
        placeholder={t('knowledge.pair.answer_example')}
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus={focus === 'answer' || undefined}
        {...form.getInputProps('answer')}
      />
    </>
  );
}
