import { expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import { openSampleBase } from '../knowledge/index.ts';
import { createTurnDecider } from './decide-turn.ts';
import { buildSettings, buildTurn } from './testing/build-turn.ts';
import { createWarmUp, SAMPLES } from './warm-up.ts';

const pool = { query: () => Promise.reject(new Error('no database is asked')) } as never;
const decide = createTurnDecider({
  knowledge: openSampleBase({ pool, clock: systemClock }, SAMPLES),
  ...{ model: undefined, clock: systemClock, random: systemRandom, log: createLog({ level: 'silent' }) },
});

it('the samples are answered without a database, by pairs and by files', async () => {
  const ask = (text: string) =>
    decide({
      ...{
        turn: buildTurn(text),
        settings: buildSettings({ knowledgeBaseId: 'b' }),
        signal: new AbortController().signal,
      },
      ...{ accountId: 'a', accountLocale: 'ru' },
    });
  expect((await ask('Сколько стоит доставка?')).text).toContain('300 ₽ по городу');
  expect((await ask('сколько стоит окрашивание')).text).toContain('4000 ₽');
  expect((await ask('номер телефона')).text).toContain('+7 843 555-10-10');
});

it('risk: a server that is stopped goes on asking itself, or each start in a process asks anew', async () => {
  const asked: string[] = [];
  const stopping = new AbortController();
  const warmUp = createWarmUp();
  const note = async ({ turn }: Parameters<typeof decide>[0]) => {
    asked.push(turn.turn[0]?.text ?? '');
    if (asked.length === 3) stopping.abort();
  };
  await warmUp(note, { now: new Date(0), signal: stopping.signal });
  expect(asked).toHaveLength(3);
  await warmUp(note, { now: new Date(0), signal: new AbortController().signal });
  expect(asked).toHaveLength(3);
});
