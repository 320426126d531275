import { Modal } from '@mantine/core';
import type { Chat, QuestionAnswer } from '@otvet/contract';
import { useState } from 'react';
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
  const [isChanged, setIsChanged] = useState(false);
  const save = (pair: QuestionAnswer) => {
    setIsChanged(false);
    setSaved(pair);
    setEditedId(pair.id);
  };
  const editing = { onChanged: setIsChanged, onSaved: save, onClose };
  const title = editedId === null ? 'knowledge.pair.new' : 'knowledge.pair.edit';
  return (
    <Modal
      opened
      onClose={onClose}
      // What was typed is not lost by a slip of the hand.
      closeOnEscape={!isChanged}
      closeOnClickOutside={!isChanged}
      size={600}
      title={t(saved === null ? title : 'knowledge.teach.result')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
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
      {saved === null && editedId !== null && <KnownPair id={editedId} onAdd={() => setEditedId(null)} {...editing} />}
      {saved === null && editedId === null && <NewPair channelId={chat.channelId} question={question} {...editing} />}
    </Modal>
  );
}
