import { ActionIcon, Button, FileButton, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ChannelDescriptor, Chat } from '@otvet/contract';
import { imageTypes, limits } from '@otvet/contract/values';
import { IconPaperclip, IconSend } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { sendMessage } from '../api/send-message.ts';
import { createOwnTyping } from '../api/typing-store.ts';
import { textRoom } from '../model/text-room.ts';
import classes from './composer.module.css';
import { onDraftOffered, readDraft, writeDraft } from './drafts.ts';
import { FailedPhotos } from './failed-photos.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { takeFieldWish } from './reply-field.ts';
import { type ReplyTarget, ReplyTargetBar } from './reply-target.tsx';
import { isSendPress, useSendKey } from './send-key.ts';
import { SendKeyMenu } from './send-key-menu.tsx';
import { useKeptPress } from './use-kept-press.ts';
import { usePhotos } from './use-photos.ts';

export type WriteBoxProps = {
  chat: Chat;
  channel: ChannelDescriptor;
  replyTo: ReplyTarget | null;
  onReplyTo: (target: ReplyTarget | null) => void;
};

export function WriteBox({ chat, channel, replyTo, onReplyTo }: WriteBoxProps) {
  const { t } = useTexts();
  const sendKey = useSendKey();
  const isWide = useMediaQuery('(min-width: 80em)');
  const willSilence = isWide && chat.speaker === 'assistant';
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(chat.uniqueId));
  const [isDropping, setIsDropping] = useState(false);
  const [typing] = useState(() => createOwnTyping(chat.uniqueId));
  // A reply carries text alone, so pictures wait until it is sent or cancelled.
  const canAttach = replyTo === null && channel.outbound.photos > 0;
  const photos = usePhotos(chat.uniqueId, Math.min(limits.photoMax, channel.outbound.photos));
  const attached = canAttach ? photos.photos : [];
  const hasFailed = canAttach && photos.hasFailed;
  const isUploading = canAttach && photos.isUploading;
  const isBlocked = (text.trim() === '' && attached.length === 0) || text.length > limits.customerText;
  const trouble = useRef<HTMLDivElement>(null);
  const press = useKeptPress({
    content: JSON.stringify([text, replyTo?.id, attached.map(({ key }) => key)]),
    isUploading,
    hasFailed,
    onDue: () => send(),
  });

  useEffect(() => {
    if (takeFieldWish(chat.uniqueId)) field.current?.focus();
  }, [chat.uniqueId]);
  useEffect(() => () => typing.stop(), [typing]);
  useEffect(
    () =>
      onDraftOffered((offer) => {
        if (offer.uniqueId !== chat.uniqueId) return;
        setText(offer.text);
        field.current?.focus();
      }),
    [chat.uniqueId],
  );
  useEffect(() => {
    if (replyTo !== null) field.current?.focus();
  }, [replyTo]);

  const write = (value: string) => {
    setText(value);
    writeDraft(chat.uniqueId, value);
    if (value === '') typing.stop();
    else typing.note();
  };
  const send = () => {
    if (isBlocked) return;
    if (hasFailed) {
      trouble.current?.focus();
      return;
    }
    if (isUploading) {
      press.keep();
      return;
    }
    const outgoing = {
      clientId: crypto.randomUUID(),
      text: text.trim(),
      photos: canAttach ? photos.ready : [],
      replyTo,
      createdAt: new Date().toISOString(),
      state: 'sending' as const,
      error: null,
    };
    void sendMessage(chat.uniqueId, outgoing);
    write('');
    if (canAttach) photos.clear();
    onReplyTo(null);
    field.current?.focus();
  };
  const removePhoto = (key: string) => {
    photos.remove(key);
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && replyTo !== null) onReplyTo(null);
    if (!isSendPress({ ...pick(event), isComposing: event.nativeEvent.isComposing }, sendKey)) return;
    event.preventDefault();
    send();
  };
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    setIsDropping(false);
    if (!canAttach || files === undefined || files.length === 0) return;
    event.preventDefault();
    photos.add([...files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a second way to what the clip button does
    <div
      className={classes.box}
      data-keep-clear
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        if (!canAttach) return;
        event.preventDefault();
        setIsDropping(true);
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      {replyTo !== null && <ReplyTargetBar target={replyTo} onCancel={() => onReplyTo(null)} />}
      {attached.length > 0 && <PhotoStrip photos={attached} onRemove={removePhoto} />}
      <div className={classes.told}>
        <FailedPhotos photos={attached} ref={trouble} />
        <p className={classes.kept} role="status">
          {press.isKept && isUploading && t('dialogs.composer.sends_when_loaded', { count: attached.length })}
        </p>
      </div>
      <Textarea
        ref={field}
        data-reply-field
        variant="unstyled"
        autosize
        minRows={1}
        maxRows={9}
        className={classes.field}
        aria-label={t('dialogs.composer.label')}
        placeholder={t(willSilence ? 'dialogs.composer.placeholder_assistant' : 'dialogs.composer.placeholder')}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={handleKey}
        onPaste={(event) => take(event, event.clipboardData.files)}
      />
      <div className={classes.actions}>
        {canAttach && (
          <FileButton multiple accept={imageTypes.join(',')} onChange={photos.add}>
            {(props) => (
              <ActionIcon
                {...props}
                className={classes.attach}
                variant="subtle"
                color="secondary"
                size={36}
                aria-label={t('dialogs.composer.attach')}
              >
                <IconPaperclip size={18} stroke={1.8} />
              </ActionIcon>
            )}
          </FileButton>
        )}
        <LimitNote channel={channel} text={text} />
        <SendKeyMenu sendKey={sendKey} />
        <Button className={classes.send} size="sm" disabled={isBlocked} onClick={send}>
          {t('dialogs.composer.send')}
        </Button>
        <ActionIcon
          className={classes.round}
          size={44}
          radius={22}
          disabled={isBlocked}
          aria-label={t('dialogs.composer.send')}
          onClick={send}
        >
          <IconSend size={20} stroke={1.8} />
        </ActionIcon>
      </div>
    </div>
  );
}

function pick({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  return { key, shiftKey, ctrlKey, metaKey };
}

function LimitNote({ channel, text }: { channel: ChannelDescriptor; text: string }) {
  const { t, locale } = useTexts();
  const limit = textRoom(text, channel);
  const params = {
    channel: channelTitle(channel.type),
    limit: limit.toLocaleString(locale, { useGrouping: 'min2' }),
    length: text.length.toLocaleString(locale),
  };
  const isOver = text.length > limit;
  return (
    <span className={classes.limit} data-over={isOver || undefined} aria-live="polite">
      {t(isOver ? 'dialogs.composer.over_limit' : 'dialogs.composer.limit', params)}
    </span>
  );
}
