import { useDebouncedValue } from '@mantine/hooks';
import { foldQuestion, judgePairs, type PairFault } from '@otvet/contract/many-pairs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { type OpenDraft, openDraft } from '../../../platform/forms/open-draft.ts';
import { detectForm, type PastedForm, type PastedPair, readPasted } from '../model/read-pasted.ts';
import { splitCalls } from '../model/split-calls.ts';

/** What one look at a text may cost the browser; more is pasted in parts. */
const MAX_CHARACTERS = 1_000_000;
const SETTLE_MS = 300;

export type PastedRow = PastedPair & { fault: PairFault | null; isSaved: boolean };

/** Pasted text and the pairs in it, each with what is wrong with it. The text is kept as a draft until it is saved. */
export function usePasted(kbId: string) {
  const [draft] = useState(() => openDraft(`many.${kbId}`));
  const [restored, setRestored] = useState(() => readKept(draft));
  useEffect(() => draft.watch(), [draft]);
  const [text, setText] = useState(restored?.text ?? '');
  const [chosenForm, chooseForm] = useState<PastedForm | null>(null);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  const isTooLong = settled.length > MAX_CHARACTERS;
  const readable = isTooLong ? '' : settled;
  const detected = useMemo(() => detectForm(readable), [readable]);
  const form = chosenForm ?? detected;
  const pairs = useMemo(() => readPasted(readable, form), [readable, form]);
  const { good, refused } = useMemo(() => judgePairs(pairs), [pairs]);
  const known = useQuery({
    queryKey: ['known-pairs', kbId, form, readable],
    queryFn: () => findKnown(kbId, good),
    enabled: good.length > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const faults = new Map<number, PairFault>(refused.map(({ at, reason }) => [at, reason]));
  for (const at of known.data ?? []) faults.set(at, 'known');
  const rows = pairs.map((pair, at): PastedRow => {
    const isSaved = saved.has(foldQuestion(pair.question));
    return { ...pair, fault: isSaved ? null : (faults.get(at) ?? null), isSaved };
  });
  return {
    text,
    form,
    chooseForm,
    rows,
    isTooLong,
    /** Something stands there that is not in the base. */
    isChanged: text !== '' && (rows.length === 0 || settled !== text || rows.some(({ isSaved }) => !isSaved)),
    restoredFrom: restored?.at ?? null,
    isReading: settled !== text || (good.length > 0 && known.isPending),
    write: (next: string) => {
      setText(next);
      draft.keep({ at: new Date(), values: next === '' ? {} : { text: next }, before: {} });
    },
    noteSaved: (pairsSaved: PastedPair[]) =>
      setSaved((before) => new Set([...before, ...pairsSaved.map(({ question }) => foldQuestion(question))])),
    discard: () => {
      setText('');
      setRestored(null);
      draft.forget();
    },
  };
}

function readKept({ left }: OpenDraft): { text: string; at: Date } | null {
  return typeof left?.values.text === 'string' ? { text: left.values.text, at: left.at } : null;
}

/** Places of the pairs whose question the base holds already. */
async function findKnown(kbId: string, good: ReturnType<typeof judgePairs>['good']): Promise<number[]> {
  const found: number[] = [];
  for (const call of splitCalls(good)) {
    const pairs = call.map(({ question, answer, phrasings }) => ({
      question,
      answer,
      ...(phrasings && { phrasings: [...phrasings] }),
    }));
    const { refused } = await api.learning.createPairs({ kbId, pairs, check: true });
    for (const { at } of refused) found.push(call[at]?.at ?? -1);
  }
  return found;
}
