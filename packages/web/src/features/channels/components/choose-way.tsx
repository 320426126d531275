import { Anchor, Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import classes from './choose-way.module.css';
import { firstOpen, openFirst, type Way } from './way-obstacle.ts';

type Props<Type extends string> = {
  title: string;
  ways: readonly Way<Type>[];
  onChosen: (type: Type) => void;
  /** How the server gets what a way needs of it. */
  onAddress: (type: Type) => void;
  onClose: () => void;
};

/** One platform is reached in several ways: what each of them costs and needs, and why one cannot be taken here yet. */
export function ChooseWay<Type extends string>({ title, ways, onChosen, onAddress, onClose }: Props<Type>) {
  const { t } = useTexts();
  useReturnFocus();
  const [picked, pick] = useState<string | null>(null);
  const chosen = ways.find(({ type }) => type === (picked ?? firstOpen(ways)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) onChosen(chosen.type);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={520} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          {chosen === undefined && <Text role="note">{t('channels.way.none')}</Text>}
          <Radio.Group label={t('channels.choose_way')} value={chosen?.type ?? ''} onChange={pick}>
            <Stack gap={14} mt={8}>
              {openFirst(ways).map((way) => (
                <WayRow key={way.type} way={way} onAddress={() => onAddress(way.type)} />
              ))}
            </Stack>
          </Radio.Group>
          {chosen !== undefined && (
            <Button type="submit" data-autofocus>
              {t('channels.connecting.next')}
            </Button>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

const marks = { address: 'channels.address.mark', library: 'channels.library.mark' } as const;

function WayRow({ way: { type, obstacle }, onAddress }: { way: Way<string>; onAddress: () => void }) {
  const { t } = useTexts();
  return (
    <div>
      <Radio
        color="secondary.8"
        value={type}
        disabled={obstacle !== null}
        label={
          <>
            {translateOr(`channels.${type}.way`, 'channels.connect')}{' '}
            {obstacle !== null && obstacle !== 'taken' && <Chip kind="warning">{t(marks[obstacle])}</Chip>}
          </>
        }
        description={
          obstacle === 'taken' ? t('channels.one_only') : translateOr(`channels.${type}.way_about`, 'channels.connect')
        }
      />
      {obstacle === 'library' && <LibraryNeeded type={type} />}
      {obstacle === 'address' && (
        <Why>
          {t('channels.way.address')}{' '}
          <Anchor component="button" type="button" inherit td="underline" onClick={onAddress}>
            {t('channels.way.address_how')}
          </Anchor>
        </Why>
      )}
      <Why>
        <HelpLink type={type} />
      </Why>
    </div>
  );
}

function LibraryNeeded({ type }: { type: string }) {
  const { t } = useTexts();
  const command = isOfferedChannelType(type) ? describeChannel(type).install : undefined;
  if (command === undefined) return <Why>{t('channels.reason.library_missing')}</Why>;
  return (
    <Why>
      {t('channels.way.library')}
      <CopyLine
        line={command}
        labels={{ copy: t('channels.embed.command_copy'), copied: t('channels.embed.copied') }}
        testId="library-command"
        color="secondary.1"
      />
    </Why>
  );
}

/** Stands under its way: a way that cannot be taken says what to do about it. */
function Why({ children }: { children: ReactNode }) {
  return <div className={classes.why}>{children}</div>;
}
