import { notify } from './deliver.ts';
import { type OutgoingMessage, outgoingMessage, readMark } from './schemas.ts';
import { type Chat, type Entry, GraphError, openChat, type PhoneNumber, type World } from './world.ts';

const WINDOW_MS = 24 * 3_600_000;

/** Takes a message of the business, or a mark; gives what the platform answers. */
export function takeMessage(world: World, number: PhoneNumber, body: unknown): object {
  if (readMark.safeParse(body).success) return { success: true };
  const read = outgoingMessage.safeParse(body);
  if (!read.success) throw new GraphError(400, 100, `Invalid parameter: ${read.error.issues[0]?.path.join('.')}`);
  if (!number.isRegistered) throw new GraphError(400, 133_010, 'The account is not registered');
  const message = read.data;
  const chat = findChat(number, message);
  const isOpen = chat.customerAt !== null && world.now() - chat.customerAt < WINDOW_MS;
  if (message.type !== 'template' && !isOpen) throw new GraphError(400, 131_047, 'Re-engagement message');
  const entry = writeEntry(world, message);
  chat.entries.push(entry);
  announce(world, { number, chat, entry, state: 'sent' });
  if (world.faults.take('refused-later'))
    announce(world, { number, chat, entry, state: 'failed', errors: [{ code: 131_049 }] });
  else announce(world, { number, chat, entry, state: 'delivered' });
  const { id, userId } = chat.person;
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? message.recipient, wa_id: id, ...(userId !== undefined && { user_id: userId }) }],
    messages: [{ id: entry.id }],
  };
}

function findChat(number: PhoneNumber, { to, recipient }: OutgoingMessage): Chat {
  const known = [...number.chats.values()].find(
    ({ person }) => person.id === to || (recipient !== undefined && person.userId === recipient),
  );
  if (known) return known;
  if (to === undefined) throw new GraphError(400, 131_026, 'Message undeliverable');
  return openChat(number, { id: to, name: to });
}

function writeEntry(world: World, message: OutgoingMessage): Entry {
  const base = {
    author: 'business' as const,
    id: `wamid.${world.nextId()}`,
    type: message.type,
    attachment: null,
    labels: [],
    media: null,
    replyTo: message.context?.message_id ?? null,
    ownKey: message.biz_opaque_callback_data,
    state: 'sent' as const,
  };
  switch (message.type) {
    case 'text':
      return { ...base, text: message.text.body };
    case 'interactive': {
      const { action, body } = message.interactive;
      const labels =
        'buttons' in action
          ? action.buttons.map(({ reply }) => reply.title)
          : action.sections.flatMap(({ rows }) => rows.map(({ title }) => title));
      return { ...base, text: body.text, labels };
    }
    case 'template':
      return { ...base, text: fillTemplate(world, message.template) };
    case 'image':
      return { ...base, ...fileOf(world, message.image) };
    case 'video':
      return { ...base, ...fileOf(world, message.video) };
    case 'document':
      return { ...base, ...fileOf(world, message.document) };
    case 'audio':
      return { ...base, ...fileOf(world, message.audio) };
  }
}

function fileOf(world: World, { id, caption = '' }: { id: string; caption?: string | undefined }) {
  const media = world.media.get(id);
  if (!media) throw new GraphError(400, 131_009, `Media ${id} not found`);
  return { text: caption, attachment: media.name, media: media.bytes };
}

function fillTemplate(world: World, asked: Extract<OutgoingMessage, { type: 'template' }>['template']): string {
  const template = world.templates.find(
    ({ name, language }) => name === asked.name && language === asked.language.code,
  );
  if (template?.status !== 'APPROVED') throw new GraphError(404, 132_001, 'Template name does not exist');
  if (world.faults.take('template-paused')) throw new GraphError(400, 132_015, 'Template is paused');
  const body = template.components.find(({ type }) => type === 'BODY')?.text ?? '';
  const places = [...new Set(body.match(/\{\{[a-z0-9_]+\}\}/g) ?? [])];
  const values = asked.components?.[0]?.parameters ?? [];
  if (values.length !== places.length) throw new GraphError(400, 132_000, 'Number of parameters does not match');
  return places.reduce((text, place, at) => {
    const isNamed = !/^\{\{\d+\}\}$/.test(place);
    if (isNamed && values[at]?.parameter_name !== place.slice(2, -2))
      throw new GraphError(400, 132_012, 'Format mismatch');
    return text.replaceAll(place, values[at]?.text ?? '');
  }, body);
}

type State = { number: PhoneNumber; chat: Chat; entry: Entry; state: Entry['state']; errors?: { code: number }[] };

/** Tells what became of a message of the business. */
export function announce(world: World, { number, chat, entry, state, errors }: State): void {
  entry.state = state;
  const { id, userId } = chat.person;
  const status = {
    id: entry.id,
    status: state,
    timestamp: String(Math.floor(world.now() / 1000)),
    recipient_id: id,
    ...(userId !== undefined && { recipient_user_id: userId }),
    ...(entry.ownKey !== undefined && { biz_opaque_callback_data: entry.ownKey }),
    ...(errors && { errors }),
  };
  const value = { messaging_product: 'whatsapp', metadata: metadataOf(number), statuses: [status] };
  notify(world, { number, field: 'messages', value, eventId: `status:${entry.id}:${state}` }, chat.person.id);
}

export const metadataOf = ({ id, shown }: PhoneNumber) => ({ display_phone_number: shown, phone_number_id: id });
