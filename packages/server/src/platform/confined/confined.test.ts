import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import type { ConfinedDeps } from './create-confined.ts';
import { type Caller, type Confined, type ConfinedBounds, type ConfinedJob, createConfined } from './index.ts';
import { createJobFolder } from './job-folder.ts';
import type { Act, SampleInput } from './testing/sample-job.ts';

const module = new URL('./testing/sample-job.ts', import.meta.url);
const sample: ConfinedJob<SampleInput, string> = { name: 'sample', module, result: z.string() };
const log = createLog({ level: 'silent' });
const opened: Confined[] = [];

function open(times: Partial<ConfinedDeps> = {}): Confined {
  const confined = createConfined({ clock: systemClock, log, ...times });
  opened.push(confined);
  return confined;
}

afterEach(async () => {
  for (const confined of opened.splice(0)) await confined.close();
});

const place = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const member: Caller = { lane: 'member', key: 'anna' };

/** All times of a process that is confined by a clock of the test. */
function openAt(clock: TestClock): Confined {
  return open({ clock, monotonicMs: clock.monotonicMs });
}

type Changes = Partial<ConfinedBounds> & { caller?: Caller; other?: string };

async function run(confined: Confined, act: Act, changes: Changes = {}): Promise<string> {
  const { maxMs = 60_000, maxCpuMs = 60_000, maxMegabytes = 400, caller = member, other } = changes;
  const bounds = { maxMs, maxCpuMs, maxMegabytes };
  const bytes = Buffer.from('abc');
  return (await confined.run(sample, { bytes, input: { act, ...(other && { other }) }, bounds, caller })).value;
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** It works: one that waits for an order sleeps. */
function isInJob(pid: number | undefined): boolean {
  const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return state.startsWith('R');
}

it('gives bytes to a job and a result back; there is no process before it is needed', async () => {
  const confined = open();
  expect(confined.pid).toBeUndefined();
  expect(await run(confined, 'reverse')).toBe('cba');
  const { pid } = confined;
  expect(await run(confined, 'reverse')).toBe('cba');
  expect(confined.pid).toBe(pid);
});

it('says how far a job is, before its result', async () => {
  const confined = open();
  const told: unknown[] = [];
  const bounds = { maxMs: 60_000, maxCpuMs: 60_000, maxMegabytes: 400 };
  const task = { bytes: Buffer.from('abc'), bounds, caller: member, onProgress: (at: unknown) => told.push(at) };
  await confined.run(sample, { ...task, input: { act: 'count' } });
  expect(told).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
  await confined.run(sample, { ...task, input: { act: 'reverse' } });
  expect(told).toHaveLength(3);
});

it('a job may hold as much in the heap of the engine as the process was given', async () => {
  const isFull = { reason: 'memory', isOfJob: true };
  await expect(run(open(), 'fill-heap', { maxMegabytes: 900 })).rejects.toMatchObject(isFull);
  // Where jobs keep something in the heap an earlier one may have filled it.
  const keeping = run(open({ wornBytes: 500_000_000 }), 'fill-heap', { maxMegabytes: 900 });
  await expect(keeping).rejects.toMatchObject({ ...isFull, isOfJob: false });
  expect(await run(open({ heapMegabytes: 320 }), 'fill-heap', { maxMegabytes: 900 })).toBe('filled');
});

it('a job that throws, crashes or takes too much memory ends alone, and the next one runs', async () => {
  const confined = open();
  await expect(run(confined, 'throw')).rejects.toMatchObject({ name: 'ConfinedJobError', reason: 'failed' });
  await expect(run(confined, 'crash')).rejects.toMatchObject({ reason: 'crashed' });
  await expect(run(confined, 'take-memory', { maxMegabytes: 150 })).rejects.toMatchObject({ reason: 'memory' });
  expect(await run(confined, 'reverse')).toBe('cba');
});

it('a job that never returns is ended at its time', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  const never = run(confined, 'never-return', { maxMs: 5000 });
  const refused = expect(never).rejects.toMatchObject({ reason: 'time', isOfMachine: true });
  await waitUntil(() => confined.pid !== undefined);
  const { pid } = confined;
  clock.advance(5000);
  await refused;
  expect(await run(confined, 'reverse')).toBe('cba');
  expect(isRunning(pid)).toBe(false);
});

it('a job is ended by the work that it takes, each by its own, not by the time that a busy machine takes for it', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  for (let round = 0; round < 3; round += 1) expect(await run(confined, 'work', { maxCpuMs: 400 })).toBe('done');
  const { pid } = confined;
  const ended = { reason: 'time', isOfMachine: false };
  await expect(run(confined, 'never-return', { maxCpuMs: 300 })).rejects.toMatchObject(ended);
  expect(isRunning(pid)).toBe(false);
  expect(await run(confined, 'reverse')).toBe('cba');
});

it('a job whose process somebody else ends is done once more; ended again, it says so', async () => {
  const confined = open();
  expect(await run(confined, 'reverse')).toBe('cba');
  const [first] = [confined.pid];
  const never = run(confined, 'never-return');
  const refused = expect(never).rejects.toMatchObject({ reason: 'killed' });
  await waitUntil(() => isInJob(first));
  kill(first);
  await waitUntil(() => confined.pid !== undefined && confined.pid !== first);
  const second = confined.pid;
  kill(second);
  await refused;
  expect(await run(confined, 'reverse')).toBe('cba');
  expect([first, second]).not.toContain(confined.pid);
});

it('one that dies in the first try alone gives its result', async () => {
  const confined = open();
  expect(await run(confined, 'reverse')).toBe('cba');
  kill(confined.pid);
  // The order goes to a process that is on its way out.
  expect(await run(confined, 'reverse')).toBe('cba');
});

it('risk: a job pays for the work of the one before it', async () => {
  const confined = open();
  const ended: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    expect(await run(confined, 'work')).toBe('done');
    await run(confined, 'reverse', { maxCpuMs: 100 }).catch((error: unknown) => ended.push(error));
  }
  expect(ended).toEqual([]);
});

// The first is told by an event, the second is thrown.
it.each(['-gone', '/node'])(
  'a machine that cannot start it (%s) says so until it can, with or without a job',
  async (end) => {
    const confined = open();
    const { execPath } = process;
    process.execPath = `${execPath}${end}`;
    try {
      await expect(run(confined, 'reverse')).rejects.toMatchObject({ reason: 'not-started' });
      await expect(confined.check()).rejects.toThrow('cannot be started');
    } finally {
      process.execPath = execPath;
    }
    await confined.check();
    expect(confined.pid).toBeDefined();
    expect(await run(confined, 'reverse')).toBe('cba');
  },
);

it('risk: without descriptors a job ends the server', async () => {
  const script = `
    const { openSync, closeSync } = await import('node:fs');
    const { createConfined } = await import(process.argv[1]);
    const { systemClock } = await import(process.argv[2]);
    const log = { info() {}, warn() {}, error() {} };
    const confined = createConfined({ clock: systemClock, log });
    const job = { name: 'sample', module: new URL(process.argv[3]), result: { parse: (value) => value } };
    const bounds = { maxMs: 1e5, maxCpuMs: 1e5, maxMegabytes: 400 };
    const task = { bytes: Buffer.from('abc'), input: { act: 'reverse' }, bounds, caller: { lane: 'member', key: 'a' } };
    const held = [];
    try { for (;;) held.push(openSync('/dev/null')); } catch {}
    // A few are free, as on a busy server: too few for a process with its channel.
    for (const fd of held.splice(0, 3)) closeSync(fd);
    const failure = await confined.run(job, task).catch((error) => error.reason ?? error.message);
    for (const fd of held) closeSync(fd);
    console.log(failure, (await confined.run(job, task)).value);
    await confined.close();`;
  const args = ['--input-type=module', '-e', script, place('index.ts'), place('../time/clock.ts'), module.href];
  const command = 'ulimit -n 120; exec "$@"';
  const printed = execFileSync('sh', ['-c', command, 'sh', process.execPath, ...args], { encoding: 'utf8' });
  expect(printed).toBe('not-started cba\n');
});

it('risk: a job that is done twice takes twice its time, and the server looks stuck', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  const never = run(confined, 'never-return', { maxMs: 45_000 });
  const refused = expect(never).rejects.toMatchObject({ reason: 'time', ms: 45_000 });
  await waitUntil(() => confined.pid !== undefined);
  const first = confined.pid;
  await waitUntil(() => isInJob(first));
  clock.advance(40_000);
  kill(first);
  await waitUntil(() => confined.pid !== undefined && confined.pid !== first);
  clock.advance(5000);
  await refused;
});

it('no try is begun by a server that stops', async () => {
  const confined = open();
  expect(await run(confined, 'reverse')).toBe('cba');
  const never = run(confined, 'never-return').catch((error: unknown) => error);
  await confined.close();
  expect(await never).toMatchObject({ reason: 'killed' });
  expect(confined.pid).toBeUndefined();
});

it('a clock that is set ends nothing, and nothing is stuck by it', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  const never = run(confined, 'never-return', { maxMs: 5000 });
  const refused = expect(never).rejects.toMatchObject({ reason: 'time', ms: 5000 });
  await waitUntil(() => confined.pid !== undefined);
  for (const ms of [10 * 86_400_000, -20 * 86_400_000]) {
    clock.jump(ms);
    await confined.check();
  }
  clock.advance(5000);
  await refused;
  expect(await run(confined, 'reverse')).toBe('cba');
});

it('a job sees no keys and can write nothing', async () => {
  const confined = open();
  const names = await run(confined, 'show-environment');
  expect(names).toContain('UV_THREADPOOL_SIZE');
  expect(names).not.toMatch(/SECRET|DATABASE|TOKEN|PASSWORD|HOME|VITEST/);
  await expect(run(confined, 'write')).rejects.toThrow(/ERR_ACCESS_DENIED|restricted/i);
  expect(existsSync('written-by-a-job')).toBe(false);
});

describe('of files', () => {
  const bounds = { maxMs: 60_000, maxCpuMs: 60_000, maxMegabytes: 400 };
  const data = mkdtempSync(join(tmpdir(), 'otvet-confined-'));
  const folder = join(data, 'reading');
  const own = join(data, 'own');
  const other = join(data, 'other');
  afterAll(() => rmSync(data, { recursive: true, force: true }));
  beforeEach(() => {
    for (const path of [own, other]) writeFileSync(path, 'abc');
  });
  const read = async (confined: Confined, input: SampleInput) =>
    (await confined.run(sample, { bytes: { path: own }, input, bounds, caller: member })).value;

  /** What lies in the folders of the processes. */
  const lying = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));

  it('risk: each document is written to the disk once more, beside the database', async () => {
    const kept = createJobFolder(folder);
    const { path } = await kept.put({ path: own });
    expect(statSync(path).ino).toBe(statSync(own).ino);
    await kept.remove();
    expect(readFileSync(own, 'utf8')).toBe('abc');
    await expect(kept.put({ path: join(data, 'gone') })).rejects.toMatchObject({ code: 'server.unavailable' });
    await kept.remove();
  });

  it('risk: what a job left there is written over, and with it the document of somebody else', async () => {
    writeFileSync(other, 'xyz');
    const kept = createJobFolder(folder);
    const { path } = await kept.put({ path: own });
    await kept.put({ path: other });
    expect([own, other, path].map((each) => readFileSync(each, 'utf8'))).toEqual(['abc', 'xyz', 'xyz']);
    await kept.remove();
  });

  it('a job reads its file under a name of its own, which is gone when it ends, well or not', async () => {
    const confined = open({ folder });
    expect(await read(confined, { act: 'reverse' })).toBe('cba');
    expect(lying()).toEqual([]);
    await expect(read(confined, { act: 'throw' })).rejects.toMatchObject({ reason: 'failed' });
    await expect(read(confined, { act: 'crash' })).rejects.toMatchObject({ reason: 'crashed' });
    expect(lying()).toEqual([]);
    expect(await read(confined, { act: 'reverse' })).toBe('cba');
    await confined.close();
    await waitUntil(() => readdirSync(folder).length === 0);
  });

  it('risk: what a killed server left there, documents of people, lies there after the next start', async () => {
    const server = fork(place('testing/leave-document.ts'), [own, folder], { stdio: 'ignore' });
    await waitUntil(() => existsSync(folder) && lying().length > 0);
    const [kept] = readdirSync(folder);
    const beside = open({ folder });
    expect(readdirSync(folder)).toEqual([kept]);
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    open({ folder });
    expect(readdirSync(folder)).toEqual([]);
    expect(await read(beside, { act: 'reverse' })).toBe('cba');
  });

  it('what could not be removed goes when another process starts, an hour later', async () => {
    const hour = 3_600_000;
    expect(await read(open({ folder }), { act: 'reverse' })).toBe('cba');
    const [name = ''] = readdirSync(folder);
    const left = (id: string, age: number) => {
      const path = join(folder, name.replace(/[^.]*$/, id));
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'file'), 'x');
      const at = new Date(Date.now() - age);
      utimesSync(path, at, at);
      return path;
    };
    const [old, young] = [left('old', 2 * hour), left('young', hour / 2)];
    expect(await read(open({ folder }), { act: 'reverse' })).toBe('cba');
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    rmSync(young, { recursive: true });
  });

  it('risk: of two servers that share their data one reads the document of the other', async () => {
    writeFileSync(other, 'xyz');
    const [one, two] = [open({ folder }), open({ folder })];
    const readOther = () =>
      two.run(sample, { bytes: { path: other }, input: { act: 'reverse' }, bounds, caller: member });
    const [own, others] = await Promise.all([read(one, { act: 'reverse' }), readOther()]);
    expect([own, others.value]).toEqual(['cba', 'zyx']);
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
    expect(await read(one, { act: 'reverse' })).toBe('cba');
  });

  it('risk: a hostile document reads the files of others', async () => {
    const confined = open({ folder });
    for (const path of [other, own, place('../../../../../.env'), '/etc/passwd'])
      await expect(read(confined, { act: 'read-other', other: path })).rejects.toThrow(/restricted/i);
    await expect(run(open(), 'read-other', { other })).rejects.toThrow(/restricted/i);
    expect(await run(open({ readsAll: true }), 'read-other', { other })).toBe('abc');
  });

  it('risk: the disk has another clock than the server: the folder of a process that works goes as an old one', () => {
    const [one, two] = [createJobFolder(folder), createJobFolder(folder)];
    one.make();
    utimesSync(one.path, new Date(0), new Date(0));
    two.make();
    expect(existsSync(one.path)).toBe(true);
    void one.remove();
    two.make();
    expect(existsSync(one.path)).toBe(false);
    void two.remove();
  });

  it('risk: a file that its process cannot read is called damaged: another process reads it', async () => {
    const confined = open({ folder });
    expect(await read(confined, { act: 'reverse' })).toBe('cba');
    const { pid } = confined;
    if (pid === undefined) throw new Error('No process');
    process.kill(pid, 'SIGSTOP');
    const reading = read(confined, { act: 'reverse' });
    await waitUntil(() => lying().length === 1);
    for (const name of readdirSync(folder)) rmSync(join(folder, name, 'file'), { force: true });
    process.kill(pid, 'SIGCONT');
    expect(await reading).toBe('cba');
    expect(confined.pid).not.toBe(pid);
  });

  it('a file that went before it was read ends its job alone', async () => {
    const confined = open({ folder });
    rmSync(own);
    await expect(read(confined, { act: 'reverse' })).rejects.toMatchObject({ code: 'server.unavailable' });
    writeFileSync(own, 'abd');
    expect(await read(confined, { act: 'reverse' })).toBe('dba');
  });
});

it('few may wait: the next are refused and told when to come again, whoever has none excepted; members go first', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  const stranger = (key: string): Caller => ({ lane: 'visitor', key });
  const first = run(confined, 'never-return', { maxMs: 1000, caller: stranger('first') }).catch(() => 'ended');
  const order: string[] = [];
  const waiting = Array.from({ length: 12 }, (_, at) =>
    run(confined, 'reverse', { caller: stranger(`net ${Math.floor(at / 3)}`) }).then(
      () => order.push('stranger'),
      (error: unknown) => error,
    ),
  );
  await expect(run(confined, 'reverse', { caller: stranger('net 0') })).rejects.toMatchObject({
    code: 'request.rate_limited',
    // The nine of the other networks may go before one of this one, half a second each.
    retryAfter: 5,
  });
  // Whoever has nothing in a full line takes the last place of those who have most.
  waiting.push(run(confined, 'reverse', { caller: stranger('net 9') }).then(() => order.push('stranger')));
  expect(await waiting[11]).toMatchObject({ code: 'request.rate_limited' });
  const own = run(confined, 'reverse').then(() => order.push('member'));
  clock.advance(1000);
  expect(await first).toBe('ended');
  await Promise.all([...waiting, own]);
  expect(order[0]).toBe('member');
  expect(order).toHaveLength(13);
});

it('the process ends when nothing is to do for a while', async () => {
  const clock = createTestClock();
  const confined = openAt(clock);
  await run(confined, 'reverse');
  const { pid } = confined;
  expect(isRunning(pid)).toBe(true);
  await waitUntil(() => {
    clock.advance(10_000);
    return !isRunning(pid);
  });
  expect(await run(confined, 'reverse')).toBe('cba');
});

it('a long job within its own bound is no fault; one that is there well after it says that it is stuck', async () => {
  let now = 0;
  // The timer that ends the job never comes, as where its process cannot be killed.
  const confined = open({ clock: createTestClock(), monotonicMs: () => now });
  const never = run(confined, 'never-return', { maxMs: 240_000 }).catch(() => 'ended');
  now = 239_000;
  await confined.check();
  now = 271_000;
  await expect(confined.check()).rejects.toThrow('stuck');
  await confined.close();
  expect(await never).toBe('ended');
});

it('risk: a book that is read takes the processors from those who wait for an answer', async () => {
  const patient = open({ isPatient: true });
  await run(patient, 'reverse');
  const { pid = 0 } = patient;
  expect(getPriority(pid)).toBe(10);
  // Linux may share processors among sessions first: priority within one says nothing to the database.
  const session = execFileSync('ps', ['-o', 'sid=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  if (process.platform === 'linux') expect(session).toBe(`${pid}`);
});

it('ends with a server that is killed, even from within a job that never returns', async () => {
  const script = `
    const { createConfined } = await import(process.argv[1]);
    const { systemClock } = await import(process.argv[2]);
    const log = { info() {}, warn() {}, error() {} };
    const confined = createConfined({ clock: systemClock, log });
    const job = { name: 'sample', module: new URL(process.argv[3]), result: { parse: (value) => value } };
    const task = { bytes: Buffer.alloc(1), bounds: { maxMs: 1e8, maxCpuMs: 1e8, maxMegabytes: 400 }, caller: { lane: 'member', key: 'a' } };
    await confined.run(job, { ...task, input: { act: 'reverse' } });
    confined.run(job, { ...task, input: { act: 'never-return' } });
    console.log(confined.pid);`;
  const server = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    place('index.ts'),
    place('../time/clock.ts'),
    module.href,
  ]);
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await waitUntil(() => /\d+\n/.test(output));
  const pid = Number(output.trim());
  expect(isRunning(pid)).toBe(true);
  server.kill('SIGKILL');
  await waitUntil(() => !isRunning(pid) || isDead(pid));
});

/** Nobody may be there to collect it. */
function isDead(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return true;
  }
}

it('a process that keeps something large stays as long as told, and does the next job while it holds less than told', async () => {
  const clock = createTestClock();
  const patient = open({ clock, monotonicMs: clock.monotonicMs, restMs: 300_000 });
  await run(patient, 'reverse');
  const { pid } = patient;
  clock.advance(299_000);
  expect(isRunning(pid)).toBe(true);
  clock.advance(2000);
  await waitUntil(() => !isRunning(pid));
  const narrow = open({ wornBytes: 1 });
  await run(narrow, 'reverse');
  const first = narrow.pid;
  await run(narrow, 'reverse');
  expect(narrow.pid).not.toBe(first);
});

it('risk: what a job keeps is looked through after each job, which takes longer than the job', async () => {
  expect(await run(open(), 'show-collector')).toBe('function');
  expect(await run(open({ wornBytes: 1_000_000_000 }), 'show-collector')).toBe('undefined');
});
