import { Button, Group, Stack, Text } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { noticeFields } from '@otvet/contract/values';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { channelQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { noticeChatQuery } from '../api/notice-chat-query.ts';

const LOOK_MS = 3000;

type Props = { channel: Pick<Channel, 'id' | 'family'>; onLinked: (stored: Channel) => void };

/** A chat says by itself that it wants the news: nobody has to look its number up. */
export function NoticeChat({ channel, onLinked }: Props) {
  const { t } = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <Linking channel={channel} onLinked={onLinked} />;
  return (
    <Button color="secondary.1" size="sm" style={{ alignSelf: 'start' }} onClick={() => setIsAsked(true)}>
      {t('channels.notices.chat_link')}
    </Button>
  );
}

function Linking({ channel: { id, family }, onLinked }: Props) {
  const { t, locale } = useTexts();
  const now = useNow();
  const chat = useQuery(noticeChatQuery(family, id)).data?.chat;
  const linked = useLinkedChat({ id, family }, onLinked);
  if (linked) return <Note text={t('channels.notices.chat_linked')} />;
  if (chat === undefined) return null;
  if (chat === null) return <Note text={t('channels.notices.chat_none')} />;
  const { carrier, link, message, until } = chat;
  return (
    <Stack gap={8} role="status">
      <Text size="sm">
        {t('channels.notices.chat_how', { carrier, until: formatMoment({ at: new Date(until), now, locale }) })}
      </Text>
      {link !== null && (
        <Group>
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            color="secondary.1"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('channels.notices.chat_open')}
          </Button>
        </Group>
      )}
      <div>
        <CopyLine
          line={message}
          labels={{ copy: t('channels.notices.chat_copy'), copied: t('channels.embed.copied') }}
          testId="notice-chat-line"
          color="secondary.1"
        />
      </div>
    </Stack>
  );
}

/** The chat that hears; one that stands in the settings while they are off does not. */
function linkedChatOf(channel: Channel | undefined): string {
  const { isOn, address } = noticeFields.chat;
  return channel?.[isOn] ? channel[address] : '';
}

const Note = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" role="status">
    {text}
  </Text>
);

/** Whether a chat was linked since it was asked for; the form, which may hold other changes, takes what was stored. */
function useLinkedChat({ id, family }: Props['channel'], onLinked: Props['onLinked']): boolean {
  const found = useQuery({ ...channelQuery(family, id), refetchInterval: LOOK_MS }).data;
  const chatId = linkedChatOf(found);
  const before = useRef(chatId);
  const isLinked = chatId !== '' && chatId !== before.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is news
  useEffect(() => {
    if (isLinked && found) onLinked(found);
  }, [isLinked]);
  return isLinked;
}
