import { Alert, Button, TextInput } from '@mantine/core';
import type { KnowledgeBase, TriedAnswer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { TriedResult } from '../../../components/ui/tried-result.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { triedQuestionQuery } from '../api/tried-question-query.ts';
import { AnswerWarnings } from '../checks/checks-on-demand.ts';
import { PairDialog } from './pair-dialog.tsx';
import classes from './pair-list.module.css';

/** Asks the base as a customer would: how the assistant would answer now, how sure it is and from which pair. */
export function TryQuestion({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { ask: asked = '' } = useSearch({ from: '/app/knowledge-bases/$id' });
  const [text, setText] = useState(asked);
  const [isAdding, setIsAdding] = useState(false);
  const [isTaught, setIsTaught] = useState(false);
  const canTeach = useCan('manage_kb_qa');
  const ask = useQuery(triedQuestionQuery(base, asked));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = text.trim();
    if (question === '') return;
    setIsTaught(false);
    if (question === asked) return void ask.refetch();
    // A former answer to it stays away: it is asked anew.
    queryClient.removeQueries({ queryKey: triedQuestionQuery(base, question).queryKey });
    const search = { tab: 'check', ask: question } as const;
    void navigate({ to: '/app/knowledge-bases/$id/', params: { id: base.id }, search, replace: true });
  };
  // Of several questions only what is left open is missing.
  const [missing = asked] = ask.data?.openQuestions ?? [];
  const addAnswer = () => setIsAdding(true);
  const askAgain = () => {
    setIsTaught(true);
    void ask.refetch();
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
        <BusyButton type="submit" color="secondary.1" loading={ask.isFetching}>
          {t('knowledge.try.button')}
        </BusyButton>
      </form>
      <div aria-live="polite" className={classes.tried} data-testid="tried">
        {ask.data !== undefined && <TriedResult tried={ask.data} isTaught={isTaught} isOfBase />}
        {ask.data !== undefined && <AnswerWarnings base={base} asked={asked} tried={ask.data} />}
        {ask.data !== undefined && canTeach && isUnanswered(ask.data) && (
          <Button color="secondary.1" size="sm" mt={10} onClick={addAnswer}>
            {t('knowledge.pair.add')}
          </Button>
        )}
        {ask.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorText(ask.error)}
          </Alert>
        )}
      </div>
      {isAdding && (
        <PairDialog
          kbId={base.id}
          pair={null}
          question={missing}
          onSaved={askAgain}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Panel>
  );
}

/** An answer in the base is what was missing: nothing was found, or only something near. */
function isUnanswered({ decision, reason }: TriedAnswer): boolean {
  return decision === 'clarify' || (decision === 'hand-over' && reason === 'not_known');
}
