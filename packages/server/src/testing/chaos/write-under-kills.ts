import { setTimeout as sleep } from 'node:timers/promises';
import { writeMark } from './marks.ts';
import type { Platforms } from './start-platforms.ts';

/** How many messages each platform brings, over how many lives of the server. */
export type KillPlan = { random: () => number; lives: number; messages: number };

/** All platforms write all the time; each life ends by SIGKILL, now and then before the server is ready. */
export async function writeUnderKills(platforms: Platforms, { random, lives, messages }: KillPlan): Promise<void> {
  let written = 0;
  for (let life = 0; life < lives; life += 1) {
    const { server } = platforms;
    if (random() > 0.2) await server.ready;
    for (let turn = 0; turn < messages / lives; turn += 1) {
      written += 1;
      for (const { platform, customers } of platforms.stands) {
        const id = customers[Math.floor(random() * customers.length)] ?? '';
        platform.customerSends({ from: { id, name: `Клиент ${id}` }, text: writeMark(written) });
      }
      await sleep(random() * 60);
    }
    await server.kill(random() < 0.5 ? 'server' : 'all');
    platforms.boot();
  }
  await platforms.server.ready;
}
