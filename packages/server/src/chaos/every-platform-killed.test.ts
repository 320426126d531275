import { it } from 'vitest';
import { judgePlatforms } from '../testing/chaos/judge-platforms.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { startPlatforms } from '../testing/chaos/start-platforms.ts';
import { writeUnderKills } from '../testing/chaos/write-under-kills.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

const plan = { lives: 10, messages: 200 };

it('a server that is killed 10 times while 200 messages come in from every platform loses nothing, doubles nothing', async () => {
  const seed = chooseSeed();
  const platforms = await startPlatforms();
  try {
    await writeUnderKills(platforms, { ...plan, random: createSeededRandom(seed) });
    for (const figures of await judgePlatforms(platforms, { ...plan, seed })) console.log(JSON.stringify(figures));
  } finally {
    await platforms.close();
  }
}, 600_000);
