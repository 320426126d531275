import { expect, it } from 'vitest';
import { createSending, maySendAgain } from './sending-store.ts';

const judged = (...names: string[]) => names.map((name) => ({ file: new File(['x'], name), fault: null }));
const to = { baseId: 'base', hint: '' };

it('files are sent one after another; one that is refused stays with its reason, and the rest goes on', async () => {
  const log: string[] = [];
  const lost = new Error('lost');
  let isLost = true;
  const sending = createSending(async ({ file }, onSent) => {
    log.push(`begins ${file.name}`);
    onSent(0.5);
    await Promise.resolve();
    if (file.name === 'b.pdf' && isLost) throw lost;
    log.push(`ends ${file.name}`);
    return undefined;
  });
  const shown = () => sending.files.get().map(({ file, state, error }) => [file.name, state, error]);
  const all = sending.add(judged('a.pdf', 'b.pdf', 'c.pdf'), to);
  expect(shown()).toEqual([
    ['a.pdf', 'sending', null],
    ['b.pdf', 'waiting', null],
    ['c.pdf', 'waiting', null],
  ]);
  await all;
  expect(log).toEqual(['begins a.pdf', 'ends a.pdf', 'begins b.pdf', 'begins c.pdf', 'ends c.pdf']);
  expect(shown()).toEqual([['b.pdf', 'refused', lost]]);
  isLost = false;
  await sending.again(sending.files.get()[0]?.key ?? 0);
  expect(shown()).toEqual([]);
});

it('a file with a fault is named and never sent', async () => {
  const sending = createSending(() => Promise.reject(new Error('sent')));
  await sending.add([{ file: new File([], 'x.zip'), fault: 'type' }], to);
  expect(sending.files.get()).toMatchObject([{ state: 'refused', fault: 'type', error: null }]);
  sending.dismiss(sending.files.get()[0]?.key ?? 0);
  expect(sending.files.get()).toEqual([]);
});

it('a file that is sent again shows what the server says, not its former fault', async () => {
  const lost = new Error('lost');
  const sending = createSending(() => Promise.reject(lost));
  await sending.add([{ file: new File([], 'x.zip'), fault: 'type' }], to);
  await sending.again(sending.files.get()[0]?.key ?? 0);
  expect(sending.files.get()).toMatchObject([{ state: 'refused', fault: null, error: lost }]);
});

it('risk: a file whose content the base has under another name goes without a word', async () => {
  const sending = createSending(async ({ file }) => (file.name === 'b.pdf' ? 'a.pdf' : undefined));
  await sending.add(judged('a.pdf', 'b.pdf', 'c.pdf'), to);
  expect(sending.files.get()).toMatchObject([{ file: { name: 'b.pdf' }, state: 'known', knownAs: 'a.pdf' }]);
  sending.dismiss(sending.files.get()[0]?.key ?? 0);
  expect(sending.files.get()).toEqual([]);
});

it('risk: files that were lost with the connection are sent again one press each', async () => {
  let isLost = true;
  const sending = createSending(() => (isLost ? Promise.reject(new Error('lost')) : Promise.resolve(undefined)));
  await sending.add([...judged('a.pdf', 'b.pdf'), { file: new File([], 'x.zip'), fault: 'type' }], to);
  const lost = sending.files.get().filter(maySendAgain);
  expect(lost.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.pdf']);
  isLost = false;
  await sending.again(...lost.map(({ key }) => key));
  expect(sending.files.get().map(({ file }) => file.name)).toEqual(['x.zip']);
});
