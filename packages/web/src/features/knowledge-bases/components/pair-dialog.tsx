import type { QuestionAnswer } from '@otvet/contract';
import { useState } from 'react';
import { type Changed, PairEditor } from '../../../components/pair-editor/pair-editor.tsx';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';

export type PairDialogProps = {
  kbId: string;
  pair: QuestionAnswer | null;
  /** What a new pair begins with, where one question lacks its answer. */
  question?: string;
  /** It stays a way to ask the new pair, whatever its question becomes. */
  keepsAsked?: boolean;
  onSaved?: () => void;
  onClose: () => void;
};

/** A question and its answer: a new pair, or one to change. */
export function PairDialog({ kbId, pair: first, question: asked, keepsAsked, onSaved, onClose }: PairDialogProps) {
  const { t } = useTexts();
  const [pair, setPair] = useState(first);
  const question = pair === null ? asked : undefined;
  const [changed, setChanged] = useState<Changed | null>(null);
  const guard = useLeaveGuard({ isChanged: changed !== null, discard: () => changed?.discard() });
  const end = () => {
    guard.release();
    onClose();
    onSaved?.();
  };
  return (
    <GuardedModal
      guard={guard}
      onClose={onClose}
      size={600}
      title={t(pair === null ? 'knowledge.pair.new' : 'knowledge.pair.edit')}
    >
      <PairEditor
        key={pair?.id}
        kbId={kbId}
        pair={pair}
        question={question}
        keepsAsked={keepsAsked}
        focus={question === undefined ? 'question' : 'answer'}
        canAddAnother={pair === null && question === undefined}
        onChanged={setChanged}
        onSaved={end}
        onClose={() => guard.leave(onClose)}
        onOpen={setPair}
      />
    </GuardedModal>
  );
}
