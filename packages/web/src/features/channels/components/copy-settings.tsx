import { Button, Checkbox, Modal, NativeSelect, Stack } from '@mantine/core';
import type { Channel, ChannelSettings } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './assistant-form.module.css';
import { type CopiedPart, pickCopied } from './copied-settings.ts';
import { nameSources } from './name-sources.ts';

type Props = {
  /** The one that takes them; credentials and its name are never copied. */
  channel: Pick<Channel, 'id'>;
  parts: readonly CopiedPart[];
  /** Into the form: nothing is saved by it, and what is not saved can be given up. */
  onCopy: (values: Partial<ChannelSettings>) => void;
};

/** Takes settings over from another channel; not there while it is the only one. */
export function CopySettings({ channel, parts, onCopy }: Props) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const others = (useQuery(channelsQuery).data ?? []).filter(({ id }) => id !== channel.id);
  if (others.length === 0) return null;
  return (
    <div>
      <Button color="secondary.1" size="sm" onClick={() => setIsOpen(true)}>
        {t('channels.copy.open')}
      </Button>
      {isOpen && <CopyDialog others={others} parts={parts} onCopy={onCopy} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

type DialogProps = Pick<Props, 'parts' | 'onCopy'> & { others: readonly Channel[]; onClose: () => void };

function CopyDialog({ others, parts, onCopy, onClose }: DialogProps) {
  const { t } = useTexts();
  useReturnFocus();
  const [from, setFrom] = useState('');
  const [wanted, setWanted] = useState<readonly string[]>(parts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog stands within the form of the settings: this one is its own.
    event.stopPropagation();
    const source = others.find(({ id }) => id === from);
    if (source !== undefined)
      onCopy(
        pickCopied(
          source,
          parts.filter((part) => wanted.includes(part)),
        ),
      );
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={460}
      title={t('channels.copy.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap={16}>
          <NativeSelect
            label={t('channels.copy.from')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            data={[
              { value: '', label: t('channels.copy.choose'), disabled: true },
              ...nameSources(others, channelTitle),
            ]}
          />
          <Checkbox.Group
            label={t('channels.copy.what')}
            description={t('channels.copy.hint')}
            value={[...wanted]}
            onChange={setWanted}
          >
            <Stack gap={10} mt={8} className={classes.checks}>
              {parts.map((part) => (
                <Checkbox key={part} color="secondary.8" value={part} label={t(`channels.copy.${part}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button type="submit" disabled={wanted.length === 0 || from === ''}>
            {t('channels.copy.button')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
