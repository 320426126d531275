import { Alert, Button, TextInput } from '@mantine/core';
import type { Channel, TriedAnswer } from '@otvet/contract';
import { isEmbedded, limits } from '@otvet/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/ui/screen.tsx';
import { TriedResult } from '../../../components/ui/tried-result.tsx';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { pickQuestions } from './pick-questions.ts';
import classes from './wizard-page.module.css';

const OFFERED_QUESTIONS = 3;
/** Among so many of the newest, those in the reader's language. */
const LOOKED_AT = 30;
/** The look of what does not come first: before the first answer that is what follows, afterwards another question. */
const LATER = { color: 'secondary.1' } as const;

/** Asks the assistant as a customer would, before any customer does: nothing is stored, sent or counted. */
export function TryBot({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const [talk, setTalk] = useState<{ question: string; answer: TriedAnswer }[]>([]);
  const [text, setText] = useState('');
  const ask = useMutation({
    mutationFn: (question: string) => api.chat.testMessage({ channelId: channel.id, text: question }),
    onSuccess: (answer, question) => {
      setTalk((before) => [...before, { question, answer }]);
      setText('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !ask.isPending) ask.mutate(text.trim());
  };
  return (
    <>
      <Panel title={t('wizard.try.chat')} hint={t('wizard.try.hint')}>
        <div className={classes.talk} aria-live="polite" data-testid="test-chat">
          {talk.map(({ question, answer }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the talk only grows
            <Exchange key={at} question={question} answer={answer} />
          ))}
          {ask.isPending && <p className={classes.asked}>{ask.variables}</p>}
        </div>
        {ask.isError && (
          <Alert color="red" variant="light" role="alert" mb={12}>
            {errorText(ask.error)}
          </Alert>
        )}
        <form onSubmit={submit} className={classes.ask}>
          <TextInput
            aria-label={t('wizard.try.question')}
            placeholder={t('wizard.try.question')}
            maxLength={limits.questionText}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" loading={ask.isPending} {...(talk.length > 0 && LATER)}>
            {t('wizard.try.ask')}
          </Button>
        </form>
        {talk.length === 0 && <Questions channel={channel} isBusy={ask.isPending} onChosen={ask.mutate} />}
      </Panel>
      <WhatNext channel={channel} isFirst={talk.length > 0} />
    </>
  );
}

function Exchange({ question, answer }: { question: string; answer: TriedAnswer }) {
  return (
    <>
      <p className={classes.asked}>{question}</p>
      <div className={classes.said}>
        <TriedResult tried={answer} isTaught={false} />
      </div>
    </>
  );
}

/** Questions that the base has answers to. */
function Questions({
  channel,
  isBusy,
  onChosen,
}: {
  channel: Channel;
  isBusy: boolean;
  onChosen: (q: string) => void;
}) {
  const { locale } = useTexts();
  const kbId = channel.knowledgeBaseId;
  const pairs = useQuery({
    queryKey: ['knowledge-bases', kbId, 'first-questions'],
    queryFn: () => api.learning.pairs({ kbId: kbId ?? '', limit: LOOKED_AT }),
    enabled: kbId !== null,
  }).data?.pairs;
  if (pairs === undefined || pairs.length === 0) return null;
  return (
    <div className={classes.chips}>
      {pickQuestions(pairs, { locale, count: OFFERED_QUESTIONS }).map(({ id, question }) => (
        <Button key={id} size="xs" color="secondary.1" disabled={isBusy} onClick={() => onChosen(question)}>
          {question}
        </Button>
      ))}
    </div>
  );
}

/** It answers: where customers meet it, and the way to their dialogs. */
function WhatNext({ channel, isFirst }: { channel: Channel; isFirst: boolean }) {
  const { t } = useTexts();
  const { id, type, family, profileUrl } = channel;
  const look = isFirst ? {} : LATER;
  const address = isEmbedded(type) ? `/try/${id}` : profileUrl;
  const params = { type: family, id };
  return (
    <div className={classes.actions}>
      {isEmbedded(type) ? (
        <Button
          {...look}
          renderRoot={(props) => (
            <Link to="/app/channels/$type/$id/" params={params} search={{ tab: 'connection' }} {...props} />
          )}
        >
          {t('wizard.try.code')}
        </Button>
      ) : (
        <Button {...look} renderRoot={(props) => <Link to="/app/inbox/" {...props} />}>
          {t('wizard.try.done')}
        </Button>
      )}
      {address !== null && (
        <Button color="secondary.1" component="a" href={address} target="_blank" rel="noopener noreferrer">
          {t('wizard.try.as_customer')}
        </Button>
      )}
      <Button
        color="secondary.1"
        renderRoot={(props) => <Link to="/wizard/role/$type/$id/" params={params} {...props} />}
      >
        {t('wizard.back')}
      </Button>
    </div>
  );
}
