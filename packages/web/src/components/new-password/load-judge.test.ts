import { expect, it } from 'vitest';
import { loadJudge } from './load-judge.ts';

const verdict = { strength: 'weak', warning: 'common', advice: [] };
const ask = { password: 'password1', email: '', about: '' };

/** A worker that notes what it is asked and answers by the port that came along. */
class FakeWorker extends EventTarget {
  readonly asked: unknown[] = [];
  isEnded = false;

  postMessage(message: unknown, options?: Transferable[] | StructuredSerializeOptions): void {
    this.asked.push(message);
    const [port] = Array.isArray(options) ? options : [];
    if (port instanceof MessagePort) port.postMessage(verdict);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

it('a judge that cannot be loaded is a failure, its worker is ended, and the next one is asked', async () => {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const first = loadJudge(start);
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('could not be loaded');
  const second = loadJudge(start);
  workers[1]?.dispatchEvent(new Event('message'));
  const judge = await second;
  expect(await judge(ask)).toEqual(verdict);
  expect(workers.map(({ isEnded, asked }) => [isEnded, asked])).toEqual([
    [true, []],
    [false, [ask]],
  ]);
});
