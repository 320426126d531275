import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createLog } from '../log/logger.ts';
import { createReadiness } from './readiness.ts';

const FULL = Object.assign(new Error('no space left on device, write /secret/path'), { code: 'ENOSPC' });

function start(check: () => Promise<void>) {
  const lines: string[] = [];
  const clock = createTestClock();
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const messages = () => lines.map((line) => /"msg":"([^"]*)"/.exec(line)?.[1]);
  return { clock, messages, look: createReadiness({ checks: [{ name: 'database', check }], clock, log }) };
}

describe('readiness', () => {
  it('says in words what the machine refuses, and nothing of the error itself', async () => {
    expect(await start(() => Promise.reject(FULL)).look()).toEqual({ database: 'the disk is full' });
    const wrapped = new Error('The database is unavailable', { cause: FULL });
    expect(await start(() => Promise.reject(wrapped)).look()).toEqual({ database: 'the disk is full' });
    const secret = new Error('connect postgres://user:password@host failed');
    expect(await start(() => Promise.reject(secret)).look()).toEqual({ database: 'failed' });
    const refused = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
    expect(await start(() => Promise.reject(refused)).look()).toEqual({ database: 'no answer' });
  });

  it('risk: a database that a full disk ended is called silent, and nobody looks at the disk', async () => {
    const away = Object.assign(new Error('connect 10.0.0.1'), { code: 'ECONNREFUSED' });
    const answers = [Object.assign(new Error('could not extend file'), { code: '53100' }), away, away, undefined, away];
    const { clock, look } = start(async () => {
      const error = answers.shift();
      if (error !== undefined) throw error;
    });
    const told: unknown[] = [];
    while (answers.length > 0) {
      const { database } = await look();
      told.push(database);
      clock.advance(1000);
    }
    const since = 'no answer since the disk is full';
    expect(told).toEqual(['the disk is full', since, since, undefined, 'no answer']);
  });

  it('looks once a second, however many ask', async () => {
    let looks = 0;
    const { clock, look } = start(async () => {
      looks += 1;
    });
    await Promise.all(Array.from({ length: 50 }, look));
    await look();
    expect(looks).toBe(1);
    clock.advance(1000);
    await look();
    expect(looks).toBe(2);
  });

  it('answers when a check does not, and does not begin it again meanwhile', async () => {
    let looks = 0;
    const ending = Promise.withResolvers<void>();
    const { clock, look } = start(() => {
      looks += 1;
      return ending.promise;
    });
    const first = look();
    clock.advance(2000);
    expect(await first).toEqual({ database: 'no answer in time' });
    clock.advance(1000);
    const second = look();
    clock.advance(2000);
    expect(await second).toEqual({ database: 'no answer in time' });
    expect(looks).toBe(1);
    ending.resolve();
    await ending.promise;
    clock.advance(1000);
    expect(await look()).toEqual({});
  });

  it('writes one line of the log for each change', async () => {
    let fault: Error | undefined;
    const { clock, look, messages } = start(async () => {
      if (fault) throw fault;
    });
    const lookAgain = async () => {
      await look();
      clock.advance(1000);
    };
    await lookAgain();
    fault = FULL;
    await lookAgain();
    await lookAgain();
    fault = undefined;
    await lookAgain();
    expect(messages()).toEqual(['not ready: database: the disk is full', 'ready again']);
  });
});
