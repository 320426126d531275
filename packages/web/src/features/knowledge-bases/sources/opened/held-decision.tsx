import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useState } from 'react';
import { BusyButton } from '../../../../components/ui/busy-button.tsx';
import { FloatingBar } from '../../../../components/ui/floating-bar.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useAllowConversation } from '../api/allow-conversation.ts';
import { RemoveSource, useCanManage, useLeaveSource } from '../source-menu.tsx';

/** `onAllowed`: what had the focus is gone then. */
type HeldDecisionProps = { source: KnowledgeSource; onAllowed: () => void };

/** Whether a conversation may be answered from: in view while its text is read, however long that is. */
export function HeldDecision({ source, onAllowed }: HeldDecisionProps) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const allow = useAllowConversation();
  const leave = useLeaveSource(source);
  const [isRemoving, setIsRemoving] = useState(false);
  if (!canManage || !source.isHeld || source.state !== 'ready') return null;
  return (
    <FloatingBar text={t('sources.held.question')} role="group">
      <Button variant="default" onClick={() => setIsRemoving(true)}>
        {t('sources.held.remove')}
      </Button>
      <BusyButton loading={allow.isPending} onClick={() => allow.mutate(source, { onSuccess: onAllowed })}>
        {t('sources.held.allow')}
      </BusyButton>
      {isRemoving && <RemoveSource source={source} onRemoved={leave} onClose={() => setIsRemoving(false)} />}
    </FloatingBar>
  );
}
