import { expect, it } from 'vitest';
import { whatsappWebConnector } from '../../connectors/whatsapp-web/index.ts';
import { orderOf } from './order-of-event.ts';

const LID = '210000000000077@lid';
const PN = '79161234567@s.whatsapp.net';
const channel = { id: 'c', identity: '', credentials: {} };
const message = (isNewPair: boolean) =>
  whatsappWebConnector.parse(
    {
      kind: 'message',
      key: { remoteJid: LID, remoteJidAlt: PN, id: '3A1', fromMe: false },
      isNewPair,
      messageTimestamp: 1,
      message: { conversation: 'Здравствуйте' },
    },
    channel,
  );

it('risk: the second message of a chat overtakes the first, which told beside itself of the former address', () => {
  expect(message(true).map(({ kind }) => kind)).toEqual(['chat-moved', 'message']);
  expect(orderOf(message(true))).toBe(LID);
  expect(orderOf(message(false))).toBe(LID);
});

it('news of a moved chat alone stands in the order of the former one', () => {
  expect(orderOf(whatsappWebConnector.parse({ kind: 'pair', lid: LID, pn: PN }, channel))).toBe(PN);
  expect(orderOf([{ kind: 'ignored', reason: 'technical' }])).toBe('');
  expect(orderOf(undefined)).toBe('');
});
