import { Textarea } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import type { PairForm } from './use-pair-form.ts';

/** The two fields of a pair; `focus` says which one is written first. */
export function PairFields({ form, focus = 'question' }: { form: PairForm; focus?: 'question' | 'answer' }) {
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
