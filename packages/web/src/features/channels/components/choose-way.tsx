import { Button, Modal, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

type Way<Type> = { type: Type; isTaken: boolean; isUnreachable: boolean };
type Props<Type> = {
  title: string;
  ways: readonly Way<Type>[];
  isBusy: boolean;
  onChosen: (type: Type) => void;
  onClose: () => void;
};

/** One platform is reached in several ways: what each of them costs and needs. */
export function ChooseWay<Type extends string>({ title, ways, isBusy, onChosen, onClose }: Props<Type>) {
  const { t } = useTexts();
  useReturnFocus();
  const [type, setType] = useState<string>(ways.find(({ isTaken }) => !isTaken)?.type ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = ways.find((way) => way.type === type);
    if (chosen !== undefined) onChosen(chosen.type);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={520} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <Radio.Group label={t('channels.choose_way')} value={type} onChange={setType}>
            <Stack gap={12} mt={8}>
              {ways.map((way) => (
                <Radio
                  key={way.type}
                  color="secondary.8"
                  value={way.type}
                  disabled={way.isTaken}
                  label={
                    <>
                      {translateOr(`channels.${way.type}.way`, 'channels.connect')}{' '}
                      {way.isUnreachable && <Chip kind="warning">{t('channels.address.mark')}</Chip>}
                    </>
                  }
                  description={
                    way.isTaken
                      ? t('channels.one_only')
                      : translateOr(`channels.${way.type}.way_about`, 'channels.connect')
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
          <Button type="submit" loading={isBusy} data-autofocus>
            {t('channels.connecting.next')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
