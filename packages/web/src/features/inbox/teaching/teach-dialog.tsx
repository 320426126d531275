import type { Chat, QuestionAnswer } from '@otvet/contract';
import { useState } from 'react';
import type { Changed } from '../../../components/pair-editor/pair-editor.tsx';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import type { Teaching } from '../model/teaching.ts';
import { KnownPair } from './known-pair.tsx';
import { NewPair } from './new-pair.tsx';
import { TriedStep } from './tried-step.tsx';

export type TeachDialogProps = {
  chat: Chat;
  teaching: Teaching;
  /** The answer goes into the operator's own reply. */
  onUse: (text: string) => void;
  onClose: () => void;
};

/** From an answer, or a missing one, to its pair in the base; then how the question would be answered now. */
export function TeachDialog({ chat, teaching: { pairId, question }, onUse, onClose }: TeachDialogProps) {
  const { t } = useTexts();
  const [editedId, setEditedId] = useState(pairId);
  const [saved, setSaved] = useState<QuestionAnswer | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const guard = useLeaveGuard({ isChanged: changed !== null, discard: () => changed?.discard() });
  const save = (pair: QuestionAnswer) => {
    setChanged(null);
    setSaved(pair);
    setEditedId(pair.id);
  };
  const open = ({ id }: QuestionAnswer) => setEditedId(id);
  const editing = { onChanged: setChanged, onSaved: save, onClose: () => guard.leave(onClose), onOpen: open };
  const title = editedId === null ? 'knowledge.pair.new' : 'knowledge.pair.edit';
  return (
    <GuardedModal
      guard={guard}
      onClose={onClose}
      size={600}
      title={t(saved === null ? title : 'knowledge.teach.result')}
    >
      {saved !== null && (
        <TriedStep
          chat={chat}
          pair={saved}
          question={question}
          onUse={onUse}
          onEdit={() => setSaved(null)}
          onClose={onClose}
        />
      )}
      {saved === null && editedId !== null && (
        <KnownPair key={editedId} id={editedId} onAdd={() => setEditedId(null)} {...editing} />
      )}
      {saved === null && editedId === null && <NewPair channelId={chat.channelId} question={question} {...editing} />}
    </GuardedModal>
  );
}
