import { Loader, UnstyledButton } from '@mantine/core';
import type { Attachment, Chat, Message } from '@otvet/contract';
import { isShared } from '@otvet/contract/values';
import { IconFile, IconMapPin, IconPhoto, IconUser } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { formatSize } from '../../../platform/format/format-time.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { renewFileLinks } from '../api/send-message.ts';
import { mapLink } from '../model/map-link.ts';
import { ElsewhereLine, KindElsewhereLine } from './elsewhere-line.tsx';
import { FailedAttachment } from './failed-attachment.tsx';
import classes from './message-attachments.module.css';
import { SpeechLine } from './speech-line.tsx';
import { StoryLine } from './story-line.tsx';

const ImageViewer = onDemand({ load: async () => (await import('./image-viewer.tsx')).ImageViewer });

export function MessageAttachments({ chat, message }: { chat: Chat; message: Message }) {
  if (message.attachments.length === 0) return null;
  const pictures = message.attachments.filter(isPicture);
  const others = message.attachments.filter((attachment) => !isPicture(attachment));
  return (
    <div className={classes.list}>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-many={pictures.length > 1 || undefined}>
          {pictures.map((attachment) => (
            <Picture
              key={`${attachment.id} ${attachment.url}`}
              attachment={attachment}
              onStale={() => renewFileLinks(chat.uniqueId, message)}
            />
          ))}
        </div>
      )}
      {others.map((attachment) => (
        <Fragment key={attachment.id}>
          <Other attachment={attachment} chat={chat} message={message} />
          <SpeechLine attachment={attachment} chat={chat} message={message} />
        </Fragment>
      ))}
    </div>
  );
}

function isPicture(attachment: Attachment): boolean {
  const isImage = attachment.type === 'image' || attachment.contentType === 'application/img';
  return isImage && attachment.state === 'ready' && attachment.url !== null;
}

function Picture({ attachment, onStale }: { attachment: Attachment; onStale: () => Promise<boolean> }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const title = attachment.caption || attachment.name || t('dialogs.media.image');
  if (isBroken) {
    return (
      <p className={classes.state}>
        <IconPhoto size={18} stroke={1.6} aria-hidden />
        {t('dialogs.media.failed')}
      </p>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.picture}
        onClick={() => setIsOpen(true)}
        aria-label={t('dialogs.media.open_image', { title })}
      >
        <img
          src={attachment.url ?? ''}
          alt={title}
          loading="lazy"
          decoding="async"
          onError={() => void onStale().then((isRenewed) => setIsBroken(!isRenewed))}
        />
      </UnstyledButton>
      {isOpen && <ImageViewer url={attachment.url ?? ''} title={title} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** A file goes by its name, what was passed on also says what it is. */
function titleOf({ type, name }: Attachment, t: Translate): string {
  const kind = t(`dialogs.media.${type}`);
  if (!name) return kind;
  return isShared(type) ? `${kind}: ${name}` : name;
}

function Other({ attachment, chat, message }: { attachment: Attachment; chat: Chat; message: Message }) {
  const { t } = useTexts();
  const title = titleOf(attachment, t);
  if (attachment.type === 'location') return <Place attachment={attachment} />;
  if (attachment.type === 'contact') {
    return (
      <p className={classes.line}>
        <IconUser size={18} stroke={1.6} aria-hidden />
        <span>
          <b>{title}</b> {attachment.caption}
        </span>
      </p>
    );
  }
  if (attachment.type === 'inst_stories_mention' || attachment.type === 'story_reply') {
    return <StoryLine attachment={attachment} title={title} />;
  }
  if (attachment.type === 'opened') return <p className={classes.state}>{title}</p>;
  if (attachment.type === 'unsupported') return <KindElsewhereLine chat={chat} message={message} />;
  if (isShared(attachment.type)) return <ElsewhereLine attachment={attachment} title={title} chat={chat} />;
  if (attachment.state === 'loading') {
    return (
      <p className={classes.state} role="status">
        <Loader size={14} color="secondary" aria-hidden />
        {t('dialogs.media.loading', { title })}
      </p>
    );
  }
  if (attachment.state === 'failed') {
    return <FailedAttachment attachment={attachment} title={title} chat={chat} message={message} />;
  }
  if (attachment.url === null) return <ElsewhereLine attachment={attachment} title={title} chat={chat} />;
  return <Ready attachment={attachment} url={attachment.url} title={title} />;
}

function Ready({ attachment, url, title }: { attachment: Attachment; url: string; title: string }) {
  const { locale } = useTexts();
  if (attachment.type === 'voice' || attachment.type === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: a customer's recording has no captions
    return <audio className={classes.audio} controls preload="none" src={url} aria-label={title} />;
  }
  if (attachment.type === 'video') {
    // biome-ignore lint/a11y/useMediaCaption: a customer's recording has no captions
    return <video className={classes.video} controls preload="metadata" src={url} aria-label={title} />;
  }
  if (attachment.type === 'sticker') {
    const isStill = attachment.contentType.startsWith('image/') || attachment.contentType === 'application/img';
    return isStill ? (
      <img className={classes.sticker} src={url} alt={attachment.caption ?? title} loading="lazy" />
    ) : (
      <p className={classes.emoji}>{attachment.caption ?? title}</p>
    );
  }
  return (
    <a className={classes.file} href={url} target="_blank" rel="noopener noreferrer" download={attachment.name ?? ''}>
      <IconFile size={20} stroke={1.6} aria-hidden />
      <span>
        <b>{title}</b>
        {attachment.size !== null && <small>{formatSize(attachment.size, locale)}</small>}
      </span>
    </a>
  );
}

function Place({ attachment }: { attachment: Attachment }) {
  const { t } = useTexts();
  const link = mapLink(attachment.caption);
  const title = attachment.name || t('dialogs.media.location');
  return (
    <p className={classes.line}>
      <IconMapPin size={18} stroke={1.6} aria-hidden />
      {link === null ? (
        <span>
          {title} {attachment.caption}
        </span>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {title} · {attachment.caption}
        </a>
      )}
    </p>
  );
}
