import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../platform/api/api-error.ts';
import { useTexts } from '../platform/texts/texts.ts';

/** The account is connected already, by a channel of the same account: the way there. */
export function TakenLink({ error }: { error: unknown }) {
  const { t } = useTexts();
  const { channelId: id, channelType: type } = error instanceof ApiError ? error.details : {};
  if (id === undefined || type === undefined) return null;
  return (
    <Anchor
      inherit
      td="underline"
      renderRoot={(props) => <Link to="/app/channels/$type/$id/" params={{ type, id }} {...props} />}
    >
      {t('channels.connecting.open_taken')}
    </Anchor>
  );
}
