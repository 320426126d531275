import type { WidgetMessage } from '@otvet/contract';

/** An answer of the assistant, but for what a test says of it. */
export const buildMessage = (own: Partial<WidgetMessage> & { seq: number }): WidgetMessage => ({
  id: `m${own.seq}`,
  version: own.seq,
  from: 'assistant',
  name: null,
  picture: null,
  text: `text ${own.seq}`,
  images: [],
  choices: [],
  waiting: '',
  at: '2026-11-20T14:29:00.000Z',
  clientId: null,
  ...own,
});
