import { fileURLToPath } from 'node:url';
import { type PlatformEntry, startWhatsappWebDouble } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { judgePlatforms } from '../testing/chaos/judge-platforms.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { startPlatforms } from '../testing/chaos/start-platforms.ts';
import { writeUnderKills } from '../testing/chaos/write-under-kills.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const plan = { lives: 10, messages: 200 };
const entry = fileURLToPath(new URL('../testing/chaos/serve-whatsapp-web.ts', import.meta.url));

it('a server that is killed 10 times while 200 messages come in over a linked device loses nothing, doubles nothing', async () => {
  const seed = chooseSeed();
  const phone = startWhatsappWebDouble();
  const stand: PlatformEntry = {
    type: 'whatsapp-web',
    title: 'WhatsApp Web',
    customerIds: ['79160000007', '79160000008', '447700900009'],
    start: async () => phone,
  };
  const environment = { WHATSAPP_WEB_DOUBLE: String(await phone.listen()) };
  const platforms = await startPlatforms({ entries: [stand], entry, environment });
  try {
    await writeUnderKills(platforms, { ...plan, random: createSeededRandom(seed) });
    for (const figures of await judgePlatforms(platforms, { ...plan, seed })) console.log(JSON.stringify(figures));
    const { undecryptable, redelivered, opened } = phone.ledger;
    console.log(JSON.stringify({ seed, undecryptable, redelivered, opened }));
    expect({ seed, undecryptable }).toEqual({ seed, undecryptable: 0 });
  } finally {
    await platforms.close();
  }
}, 600_000);
