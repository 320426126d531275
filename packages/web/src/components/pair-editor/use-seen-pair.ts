import type { QuestionAnswer } from '@otvet/contract';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { api } from '../../platform/api/client.ts';
import { changedFields } from '../../platform/forms/changed-fields.ts';
import type { KeptForm } from '../../platform/forms/use-kept-form.ts';
import type { PairText } from '../../platform/forms/use-pair-form.ts';

type Refused = { error: unknown; typed: PairText; onShown: () => void; onGone: () => void };

/**
 * A known pair as its writer saw it: another may save it meanwhile. Where both changed one text, what the other wrote is
 * shown, and what was typed here is saved in its place by the next press; texts that only the other changed are taken over.
 * One that another has deleted is a new pair from then on.
 */
export function useSeenPair(pair: QuestionAnswer | null, { settle }: Pick<KeptForm<PairText>, 'settle'>) {
  const [seen, setSeen] = useState(pair);
  const [newer, setNewer] = useState('');
  const look = async ({ error, typed, onShown, onGone }: Refused): Promise<void> => {
    if (seen === null || !(error instanceof ApiError)) return;
    if (error.code === 'knowledge.pair_not_found') {
      setSeen(null);
      onGone();
      return onShown();
    }
    if (error.code !== 'knowledge.pair_changed') return;
    // What cannot be read now leaves the refusal as it is.
    const now = await api.learning.pair({ id: seen.id }).catch(() => null);
    if (now === null) return;
    const changed = changedFields(toText(seen), toText(now));
    const own = Object.keys(changedFields(toText(seen), typed));
    setNewer(
      Object.entries(changed)
        .filter(([name]) => own.includes(name))
        .map(([, text]) => text)
        .join('\n'),
    );
    settle(toText(now), {});
    setSeen(now);
    onShown();
  };
  return {
    newer,
    pair: seen,
    isGone: pair !== null && seen === null,
    texts: seen === null ? undefined : { question: seen.question, answer: seen.answer, phrasings: seen.phrasings },
    look,
  };
}

const toText = ({ question, answer, phrasings }: QuestionAnswer): PairText => ({
  question,
  answer,
  phrasings: phrasings.join('\n'),
});
