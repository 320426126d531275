import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { QuestionAnswer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { errorText } from '../../../platform/api/error-text.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useSavePair } from '../api/pairs-query.ts';

export type PairDialogProps = { kbId: string; pair: QuestionAnswer | null; onClose: () => void };

/** A question and its answer: a new pair, or one to change. */
export function PairDialog({ kbId, pair, onClose }: PairDialogProps) {
  const { t } = useTexts();
  const save = useSavePair(kbId);
  const form = useForm({
    initialValues: { question: pair?.question ?? '', answer: pair?.answer ?? '' },
    validate: {
      question: all(rules.required, rules.maxLength(limits.questionText)),
      answer: all(rules.required, rules.maxLength(limits.answerText)),
    },
  });
  const submit = form.onSubmit(({ question, answer }) =>
    save.mutate({ id: pair?.id ?? null, question: question.trim(), answer: answer.trim() }, { onSuccess: onClose }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size={600}
      title={t(pair === null ? 'knowledge.pair.new' : 'knowledge.pair.edit')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={14}>
          <Textarea
            label={t('knowledge.pair.question')}
            placeholder={t('knowledge.pair.question_example')}
            autosize
            minRows={1}
            maxRows={6}
            data-autofocus
            {...form.getInputProps('question')}
          />
          <Textarea
            label={t('knowledge.pair.answer')}
            description={t('knowledge.pair.answer_hint')}
            placeholder={t('knowledge.pair.answer_example')}
            autosize
            minRows={4}
            maxRows={16}
            {...form.getInputProps('answer')}
          />
          {save.isError && (
            <Alert color="red" variant="light" role="alert" p="10px 12px">
              {errorText(save.error)}
            </Alert>
          )}
        </Stack>
        <Group justify="flex-end" mt={20}>
          <Button color="secondary.1" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
