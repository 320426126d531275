import { Alert, Button } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../../../components/ui/busy-button.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useAllowConversation } from '../api/allow-conversation.ts';
import { RemoveSource, useCanManage } from '../source-menu.tsx';
import classes from './opened-source.module.css';

/** `onAllowed`: what had the focus is gone then. */
type HeldNoticeProps = { source: KnowledgeSource; onAllowed: () => void };

/** What looks like a conversation with customers is told once somebody has looked at it and says so. */
export function HeldNotice({ source, onAllowed }: HeldNoticeProps) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const allow = useAllowConversation();
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const leave = () =>
    void navigate({
      to: '/app/knowledge-bases/$id/',
      params: { id: source.knowledgeBaseId },
      search: { tab: 'sources' },
      replace: true,
    });
  const shown = { body: classes.held ?? '', message: classes.held ?? '' };
  return (
    <Alert color="amber" variant="light" mt={12} title={t('sources.held.title')} classNames={shown}>
      {t(canManage ? 'sources.held.text' : 'sources.held.ask')}
      {canManage && (
        <div className={classes.actions}>
          <BusyButton
            size="sm"
            loading={allow.isPending}
            onClick={() => allow.mutate(source, { onSuccess: onAllowed })}
          >
            {t('sources.held.allow')}
          </BusyButton>
          <Button variant="default" size="sm" onClick={() => setIsRemoving(true)}>
            {t('sources.held.remove')}
          </Button>
        </div>
      )}
      {isRemoving && <RemoveSource source={source} onRemoved={leave} onClose={() => setIsRemoving(false)} />}
    </Alert>
  );
}
