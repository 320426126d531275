import type { QuestionAnswer } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftNotice } from '../../../components/unsaved/draft-notice.tsx';
import { type Draft, forgetDraft, listDrafts } from '../../../platform/forms/drafts.ts';
import { pairDraft } from '../../../platform/forms/use-pair-form.ts';
import { pairQuery } from '../../../platform/queries/pair-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

export type LeftDraftProps = { kbId: string; onContinue: (pair: QuestionAnswer | 'new') => void };

/** The newest pair of this base that was typed and not saved, after a reload or a session that was over. */
export function LeftDraft({ kbId, onContinue }: LeftDraftProps) {
  const [drafts, setDrafts] = useState(() => listDrafts(pairDraft(kbId, '')));
  const [draft] = drafts;
  if (draft === undefined) return null;
  const id = draft.name.slice(pairDraft(kbId, '').length);
  const discard = () => {
    forgetDraft(draft.name);
    setDrafts(drafts.slice(1));
  };
  const shared = { draft, onDiscard: discard };
  if (id === 'new') return <Line {...shared} onContinue={() => onContinue('new')} />;
  return <KnownLine key={id} id={id} {...shared} onContinue={onContinue} />;
}

type LineProps = { draft: Draft; onDiscard: () => void };

/** A pair that was deleted meanwhile cannot be gone on with. */
function KnownLine({
  id,
  onContinue,
  ...line
}: LineProps & { id: string; onContinue: (pair: QuestionAnswer) => void }) {
  const { data } = useQuery(pairQuery(id));
  if (data === undefined) return null;
  return <Line {...line} question={data.question} onContinue={() => onContinue(data)} />;
}

function Line({
  draft,
  question = '',
  onContinue,
  onDiscard,
}: LineProps & { question?: string; onContinue: () => void }) {
  const { t } = useTexts();
  const words = [draft.values.question, question, draft.values.answer].find(isText) ?? '';
  const actions = [
    { label: t('knowledge.draft.continue'), run: onContinue },
    { label: t('shell.draft.discard'), run: onDiscard },
  ];
  return <DraftNotice text={t('knowledge.draft.left', { text: words })} actions={actions} />;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
