import { Button, Modal, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

type Way = { type: string; isTaken: boolean };
type Props = {
  title: string;
  ways: readonly Way[];
  isBusy: boolean;
  onChosen: (type: string) => void;
  onClose: () => void;
};

/** One platform is reached in several ways: what each of them costs and needs. */
export function ChooseWay({ title, ways, isBusy, onChosen, onClose }: Props) {
  const { t } = useTexts();
  useReturnFocus();
  const [type, setType] = useState(ways.find(({ isTaken }) => !isTaken)?.type ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (type !== '') onChosen(type);
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
                  label={translateOr(`channels.${way.type}.way`, 'channels.connect')}
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
