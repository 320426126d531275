import type { WidgetMessage } from '@otvet/contract';
import { expect, it } from 'vitest';
import { buildRows } from './build-rows.ts';
import { newItem, refuseItem } from './outbox.ts';

const at = (minute: number, day = 20) => new Date(2026, 10, day, 14, minute).toISOString();
const message = (seq: number, own: Partial<WidgetMessage> = {}): WidgetMessage => ({
  id: `m${seq}`,
  seq,
  version: seq,
  from: 'assistant',
  name: null,
  picture: null,
  text: String(seq),
  images: [],
  choices: [],
  waiting: '',
  at: at(seq),
  clientId: null,
  ...own,
});

it('one author in five minutes is a run: name first, time last; a new day and a new author begin another', () => {
  const rows = buildRows(
    [
      message(1),
      message(2),
      message(3, { from: 'operator', name: 'Анна' }),
      message(4, { from: 'operator', name: 'Борис' }),
      message(5, { at: at(1, 21) }),
    ],
    [],
  );
  expect(
    rows.map((row) => (row.kind === 'day' ? 'day' : `${row.text}${row.isFirst ? 'f' : ''}${row.isLast ? 'l' : ''}`)),
  ).toEqual(['day', '1f', '2l', '3fl', '4fl', 'day', '5fl']);
});

it('what is on its way stands last; its key is the key of its echo, so that the row stays', () => {
  const item = newItem({ clientId: 'c1', kind: 'text', text: 'x', name: '' }, { now: Date.parse(at(2)), others: [] });
  const waiting = buildRows([message(1)], [item]).at(-1);
  const echoed = buildRows([message(1), message(2, { from: 'visitor', clientId: 'c1', text: 'x' })], []).at(-1);
  expect([waiting?.key, echoed?.key]).toEqual(['c1', 'c1']);
  expect(waiting).toMatchObject({ mark: 'sending' });
  expect(echoed).toMatchObject({ mark: 'sent' });
});

it('a failed message is a run of its own, so that its mark and buttons show', () => {
  const draft = (clientId: string) => ({ clientId, kind: 'text' as const, text: clientId, name: '' });
  const now = Date.parse(at(2));
  const rows = buildRows(
    [],
    [refuseItem(newItem(draft('a'), { now, others: [] }), 'x'), newItem(draft('b'), { now: now + 1, others: [] })],
  );
  expect(rows.filter((row) => row.kind === 'message').map((row) => row.isLast)).toEqual([true, true]);
});
