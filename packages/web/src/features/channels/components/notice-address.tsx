import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { noticeAddressesQuery, useAskHolder } from '../api/notice-addresses.ts';

/** Whether the holder of an address agreed to the news; nothing for the own one, or one that is still typed. */
export function NoticeAddress({ address, isSaved }: { address: string; isSaved: boolean }) {
  const { t } = useTexts();
  const own = useUserData()?.email.toLowerCase();
  const wanted = address.trim().toLowerCase();
  const isForeign = isSaved && wanted !== '' && wanted !== own;
  const known = useQuery({ ...noticeAddressesQuery, enabled: isForeign });
  const ask = useAskHolder();
  if (!isForeign || !known.isSuccess) return null;
  const found = known.data.find((one) => one.address === wanted);
  if (found?.isConfirmed)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('channels.notices.confirmed')}
      </Text>
    );
  return (
    <Group gap={8} role="status">
      <Text size="sm" flex="1 1 240px">
        {t(found ? 'channels.notices.waiting' : 'channels.notices.unasked')}
      </Text>
      <Button color="secondary.1" size="sm" loading={ask.isPending} onClick={() => ask.mutate(wanted)}>
        {t(found ? 'channels.notices.again' : 'channels.notices.ask')}
      </Button>
    </Group>
  );
}
