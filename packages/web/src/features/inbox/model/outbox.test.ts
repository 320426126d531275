import { expect, it } from 'vitest';
import { buildMessage } from '../testing/build-dialog.ts';
import { type Outgoing, putOutgoing, stillWaiting } from './outbox.ts';

const outgoing = (clientId: string, state: Outgoing['state'] = 'sending'): Outgoing => ({
  clientId,
  text: clientId,
  photos: [],
  replyTo: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  state,
  error: null,
});

it('a message that the server already shows is not drawn a second time', () => {
  const shown = stillWaiting([outgoing('a'), outgoing('b')], [buildMessage({ seq: 1, clientId: 'a' })]);
  expect(shown.map(({ clientId }) => clientId)).toEqual(['b']);
});

it('a retry replaces the failed message in its place', () => {
  const list = putOutgoing([outgoing('a', 'failed'), outgoing('b')], outgoing('a'));
  expect(list.map(({ clientId, state }) => [clientId, state])).toEqual([
    ['a', 'sending'],
    ['b', 'sending'],
  ]);
});
