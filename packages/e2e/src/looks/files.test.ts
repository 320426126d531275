import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { heading, walk } from './walk.ts';

const stage = useStage({ kind: 'server' });
const MAX_BYTES = 5_000_000_000;

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['desktop', 'en'],
  ['phone', 'en'],
] as const)('room for files that runs out: %s, %s', async (size, locale) => {
  const { url, sql } = stage.product();
  const t = readTexts(locale);
  const owner = await signUp(url, { locale });
  const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
  const fill = async (share: number) => {
    await sql(
      `insert into file_usage (account_id, bytes, files)
         select account_id, $2::bigint, 1234 from members where user_id = $1
         on conflict (account_id) do update set bytes = excluded.bytes`,
      [owner.uid, Math.ceil(share * MAX_BYTES)],
    );
    await go('/app/settings/');
    await heading(page, t('settings.title'));
    await page.getByRole('progressbar').waitFor();
  };
  const banner = page.getByRole('link', { name: t('settings.files.banner.show') });
  await fill(0.79);
  expect(await banner.count()).toBe(0);
  for (const [share, words] of [
    [0.84, 'settings.files.banner.nearly'],
    [0.93, 'settings.files.banner.customers'],
    [1, 'settings.files.banner.full'],
  ] as const) {
    await fill(share);
    await banner.waitFor();
    await page.getByText(t(words, { percent: String(share * 100) })).waitFor();
    await look(`files-${words.slice('settings.files.banner.'.length)}-${locale}`);
  }
  expect(faults).toEqual([]);
});
