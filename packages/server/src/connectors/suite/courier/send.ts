import { z } from 'zod';
import type { ConnectorChannel, ConnectorIo, OutboundMessage, SendOutcome } from '../../port.ts';
import { type PartRules, planParts } from '../../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../../sending/send-parts.ts';
import { courierDescriptor } from '../courier-descriptor.ts';
import { callCourier } from './api.ts';

const FILE_BYTES = 5 * 1024 * 1024;

const rules: PartRules<'photo' | 'file'> = {
  textLimit: courierDescriptor.textLimit,
  captionLimit: courierDescriptor.captionLimit,
  maxFileBytes: FILE_BYTES,
  order: [
    { kind: 'photo', groupSize: 1, isAfterText: false },
    { kind: 'file', groupSize: 1, isAfterText: true },
  ],
  kindOf: (_file, asked) => asked,
};

const sent = z.object({ id: z.string() });

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const words = message.choices?.text ?? message.text;
  const labels = message.choices?.labels ?? [];
  return await sendParts(
    message,
    planParts({ ...message, text: words }, rules),
    async (part, { isFirst, position }) => {
      const [file] = part.kind === 'text' ? [] : part.files;
      const body = {
        chat: message.chatId,
        text: part.kind === 'text' ? part.text : part.caption,
        kind: part.kind,
        file: file && (await readFileBytes(file)).toString('base64'),
        labels,
        template: message.template,
        replyTo: isFirst ? message.replyToVendorId : null,
        key: `${message.idempotencyKey}:${position}`,
      };
      const token = channel.credentials.pageToken ?? '';
      return [(await callCourier(io, { path: `pages/${channel.identity}/messages`, token, body, answer: sent })).id];
    },
  );
}
