import type { SimulatedPlatform } from '../simulated-platform.ts';
import { buildSamplePhoto, buildSampleVoice } from '../telegram/customers/sample-media.ts';
import { tell } from './deliver.ts';
import { addMessage, newId, nowSeconds, openChat, requireChat, type StoredMessage, type World } from './world.ts';

type CustomerMessage = Parameters<SimulatedPlatform['customerSends']>[0];
type Content = Pick<StoredMessage, 'type' | 'content' | 'shown'>;

const IMAGE_SIZES = ['1280x960', '640x480', '140x105', '32x32'];

/** A picture has no words below it: they are a message of their own. Gives the ids. */
export function customerSends(world: World, { from, text, attachment }: CustomerMessage): string[] {
  const chat = openChat(world, from);
  chat.isBlocked = false;
  const contents = [
    ...(attachment === undefined ? [] : [describe(world, attachment)]),
    ...(text === undefined ? [] : [describeText(text)]),
  ];
  return contents.map((content) => {
    const message = addMessage(world, chat, { authorId: chat.customerId, ...content });
    tell(world, chat, message);
    return message.id;
  });
}

export const describeText = (text: string): Content => ({
  type: 'text',
  content: { text },
  shown: { text, attachment: null },
});

/** The API shows neither videos nor files. */
function describe(world: World, attachment: 'photo' | 'voice' | 'file' | 'video'): Content {
  const shown = { text: '', attachment };
  if (attachment === 'photo') {
    const { bytes, mimeType } = buildSamplePhoto();
    return { type: 'image', content: { image: keepImage(world, { bytes, contentType: mimeType }).image }, shown };
  }
  if (attachment !== 'voice') return { type: attachment, content: {}, shown };
  const voiceId = newId();
  const { bytes } = buildSampleVoice();
  world.voices.set(voiceId, { bytes, contentType: 'audio/mp4' });
  return { type: 'voice', content: { voice: { voice_id: voiceId } }, shown };
}

/** The same bytes in every size. */
export function keepImage(world: World, file: { bytes: Buffer; contentType: string }) {
  const id = newId();
  world.images.set(id, file);
  const sizes = Object.fromEntries(IMAGE_SIZES.map((size) => [size, `${world.url()}/img/${size}/${id}.png`]));
  return { id, image: { sizes } };
}

/** Reads everything: nobody is told of it. */
export function customerReads(world: World, personId: string): void {
  const chat = requireChat(world, personId);
  for (const message of chat.messages) if (message.authorId === world.account.id) message.read ??= nowSeconds(world);
}

/** A message of the customer is taken away: its type changes, its id stays. */
export function customerDeletes(world: World, personId: string, messageId: string): void {
  const chat = requireChat(world, personId);
  const message = chat.messages.find(({ id }) => id === messageId);
  if (!message) throw new Error(`There is no message ${messageId}`);
  Object.assign(message, { type: 'deleted', content: {}, shown: { text: '', attachment: null } });
  chat.updated = nowSeconds(world);
  tell(world, chat, message);
}

/** Somebody of the business answers in Avito itself. */
export function staffSends(world: World, personId: string, text: string): void {
  const chat = requireChat(world, personId);
  tell(world, chat, addMessage(world, chat, { authorId: world.account.id, ...describeText(text) }));
}
