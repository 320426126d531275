import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../../components/ui/screen.tsx';
import { formatShare } from '../../../../platform/format/format-share.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { readsPicturesQuery } from '../api/sources-query.ts';
import classes from './add-sources.module.css';
import { describeBounds } from './file-bounds.ts';
import { sending } from './send-files.ts';
import { isUnseen, maySendAgain, refusalText, type SendingFile, useSendingFiles } from './sending-store.ts';

/** New files that are being sent, and those that were refused or are there already, each by its name; one in the place of another is shown there. */
export function SendingList({ baseId }: { baseId: string }) {
  const files = useSendingFiles(sending, baseId).filter(({ replaces }) => replaces === null);
  if (files.length === 0) return null;
  return (
    <Panel>
      <AllAgain files={files} />
      <SendingRows files={files} />
    </Panel>
  );
}

/** Of several that were lost, as with the connection, one press sends all. */
function AllAgain({ files }: { files: readonly SendingFile[] }) {
  const { t } = useTexts();
  const lost = files.filter(maySendAgain).map(({ key }) => key);
  if (lost.length < 2) return null;
  return (
    <Button variant="default" size="xs" mb={10} onClick={() => void sending.again(...lost)}>
      {t('sources.sending.all_again', { number: lost.length })}
    </Button>
  );
}

/** How far each of them is, or why it was not taken. */
export function SendingRows({ files }: { files: readonly SendingFile[] }) {
  const { t } = useTexts();
  return (
    <ul className={classes.sending} aria-label={t('sources.sending.list')}>
      {files.map((file) => (
        <SendingRow key={file.key} file={file} />
      ))}
    </ul>
  );
}

function SendingRow({ file }: { file: SendingFile }) {
  const { t, locale } = useTexts();
  const { key, state, share } = file;
  const { name } = file.file;
  const text =
    state === 'waiting'
      ? t('sources.sending.waiting')
      : t('sources.sending.share', { share: formatShare(share, locale) });
  const isOver = state === 'refused' || state === 'known';
  return (
    <li data-testid="sending" data-state={state}>
      <b>{name}</b>
      {isOver ? <Choices file={file} /> : <span className={classes.share}>{text}</span>}
      {isOver ? (
        <p className={classes.refusal} data-known={state === 'known' || undefined} role="alert">
          {state === 'known' ? t('sources.sending.known', { name, known: file.knownAs }) : <Refusal file={file} />}
        </p>
      ) : (
        <Progress.Root size={4} className={classes.bar}>
          <Progress.Section value={share * 100} key={key} aria-label={`${name}: ${text}`} />
        </Progress.Root>
      )}
    </li>
  );
}

function Refusal({ file }: { file: SendingFile }) {
  const { t } = useTexts();
  const { data: readsPictures = false } = useQuery(readsPicturesQuery(file.baseId));
  if (isUnseen(file)) return t('sources.refused.unseen');
  if (file.fault === 'type' && readsPictures) return t('sources.refused.type_pictures');
  if (file.fault === null) return refusalText(file);
  return t(`sources.refused.${file.fault}`, describeBounds());
}

function Choices({ file: sent }: { file: SendingFile }) {
  const { t } = useTexts();
  const { key } = sent;
  const { name } = sent.file;
  return (
    <span className={classes.choices}>
      {maySendAgain(sent) && (
        <Button
          size="xs"
          color="secondary.1"
          aria-label={t('sources.sending.again_named', { name })}
          onClick={() => void sending.again(key)}
        >
          {t('sources.sending.again')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="secondary"
        size={30}
        aria-label={t('sources.sending.dismiss_named', { name })}
        onClick={() => sending.dismiss(key)}
      >
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </span>
  );
}
