import { Alert, Button, TextInput } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/ui/screen.tsx';
import { TriedResult } from '../../../components/ui/tried-result.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './pair-list.module.css';

/** Asks the base as a customer would: how the assistant would answer now, how sure it is and from which pair. */
export function TryQuestion({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [channel] = base.channels;
  const ask = useMutation({
    mutationFn: (question: string) =>
      api.chat.testMessage({ knowledgeBaseId: base.id, ...(channel && { channelId: channel.id }), text: question }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') ask.mutate(text.trim());
  };
  return (
    <Panel title={t('knowledge.try.title')} hint={t('knowledge.try.hint')}>
      <form onSubmit={submit} className={classes.asking}>
        <TextInput
          aria-label={t('knowledge.try.question')}
          placeholder={t('knowledge.pair.question_example')}
          maxLength={limits.questionText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" color="secondary.1" loading={ask.isPending}>
          {t('knowledge.try.button')}
        </Button>
      </form>
      <div aria-live="polite" className={classes.tried}>
        {ask.data !== undefined && <TriedResult tried={ask.data} callsPerson="knowledge.try.calls_person" />}
        {ask.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorText(ask.error)}
          </Alert>
        )}
      </div>
    </Panel>
  );
}
