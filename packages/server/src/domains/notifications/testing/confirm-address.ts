import type { Core } from '../../../testing/start-core.ts';

/** As if the holder had agreed. */
export async function confirmAddress({ pool }: Pick<Core, 'pool'>, accountId: string, address: string): Promise<void> {
  await pool.query(
    'insert into notice_addresses (account_id, address, asked_at, confirmed_at) values ($1, $2, now(), now())',
    [accountId, address],
  );
}
