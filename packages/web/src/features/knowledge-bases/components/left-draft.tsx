import type { QuestionAnswer } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DraftNotice } from '../../../components/unsaved/draft-notice.tsx';
import { isGone } from '../../../platform/api/is-gone.ts';
import { type Draft, forgetDraft, keepDraft, listDrafts, readDraft } from '../../../platform/forms/drafts.ts';
import { pairDraft, teachDraft } from '../../../platform/forms/use-pair-form.ts';
import { pairQuery } from '../../../platform/queries/pair-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** What is written: a known pair, a new one, or a new one to a customer's question. */
export type EditedPair = QuestionAnswer | 'new' | { asked: string };

export type LeftDraftProps = { kbId: string; onContinue: (pair: EditedPair) => void };

/** The newest pair that was typed for this base, or to a customer's question, and not saved: after a reload or a session that was over. */
export function LeftDraft({ kbId, onContinue }: LeftDraftProps) {
  const [drafts, setDrafts] = useState(() => listDrafts(pairDraft(kbId, ''), teachDraft('')));
  const [draft] = drafts;
  if (draft === undefined) return null;
  const skip = () => setDrafts(drafts.slice(1));
  const discard = () => {
    forgetDraft(draft.place);
    skip();
  };
  const shared = { draft, onDiscard: discard };
  const asked = afterPrefix(draft, teachDraft(''));
  if (asked !== null) return <Line {...shared} question={asked} onContinue={() => onContinue({ asked })} />;
  const id = afterPrefix(draft, pairDraft(kbId, '')) ?? 'new';
  if (id === 'new') return <Line {...shared} onContinue={() => onContinue('new')} />;
  return (
    <KnownLine
      key={draft.place}
      id={id}
      {...shared}
      newName={pairDraft(kbId, null)}
      onSkip={skip}
      onContinue={onContinue}
    />
  );
}

function afterPrefix({ name }: Draft, prefix: string): string | null {
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}

type LineProps = { draft: Draft; onDiscard: () => void };

type KnownLineProps = LineProps & {
  id: string;
  /** Under which a new pair of the base is kept. */
  newName: string;
  onSkip: () => void;
  onContinue: (pair: QuestionAnswer | 'new') => void;
};

/** What was typed into a pair that was deleted meanwhile goes on as a new one. */
function KnownLine({ id, newName, onSkip, onContinue, ...line }: KnownLineProps) {
  const { data, error } = useQuery(pairQuery(id));
  const isStuck = error !== null && (!isGone(error) || readDraft(newName) !== null);
  useEffect(() => {
    if (isStuck) onSkip();
  }, [isStuck, onSkip]);
  if (data !== undefined) return <Line {...line} question={data.question} onContinue={() => onContinue(data)} />;
  if (!isGone(error) || isStuck) return null;
  const goOn = () => {
    keepDraft({ ...line.draft, before: {}, place: newName });
    forgetDraft(line.draft.place);
    onContinue('new');
  };
  return <Line {...line} onContinue={goOn} />;
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
