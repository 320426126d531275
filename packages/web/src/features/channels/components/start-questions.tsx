import { Textarea } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { useTexts } from '../../../platform/texts/texts.ts';
import type { WidgetFormApi } from './widget-form.tsx';
import { readQuestions } from './widget-rules.ts';

/** Questions that visitors may send with one press, one in a line; empty: the first ones of the base. */
export function StartQuestions({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  const lines = form.values.startQuestions;
  return (
    <Textarea
      label={t('channels.widget.field.questions')}
      description={t('channels.widget.field.questions_hint')}
      autosize
      minRows={2}
      maxRows={5}
      maxLength={limits.startQuestions * (limits.startQuestion + 1)}
      {...form.getInputProps('startQuestions')}
      value={lines.join('\n')}
      onChange={(event) => form.setFieldValue('startQuestions', readLines(event.currentTarget.value))}
      onBlur={() => form.setFieldValue('startQuestions', readQuestions(lines))}
    />
  );
}

function readLines(text: string): string[] {
  return text === '' ? [] : text.split('\n').slice(0, limits.startQuestions);
}
