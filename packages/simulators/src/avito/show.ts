import { z } from 'zod';
import { newId, type StoredChat, type StoredMessage, type World } from './world.ts';

const picture = z.object({ image: z.object({ sizes: z.record(z.string(), z.string()) }) });

export const showMessage = ({ id, authorId, created, type, content, read }: StoredMessage) => ({
  id,
  author_id: authorId,
  created,
  type,
  content,
  read,
});

/** As lists show it. */
export const showListed = ({ account }: World, message: StoredMessage) => ({
  ...showMessage(message),
  direction: message.authorId === account.id ? 'out' : 'in',
  is_read: message.read !== null,
});

/** Addresses of pictures are signed whenever a message is listed. */
export function signAnew(message: StoredMessage): StoredMessage {
  const { data } = picture.safeParse(message.content);
  if (!data) return message;
  const signed = Object.entries(data.image.sizes).map(([size, url]) => [size, `${url}?signature=${newId()}`]);
  return { ...message, content: { image: { sizes: Object.fromEntries(signed) } } };
}

export function showChat(world: World, { id, customerId, person, updated, messages }: StoredChat) {
  const { account } = world;
  const profile = { user_id: customerId, item_id: 1_768_287_444, url: `https://avito.ru/user/${customerId}/profile` };
  const last = messages.at(-1);
  return {
    id,
    created: messages[0]?.created ?? updated,
    updated,
    users: [
      { id: account.id, name: account.name },
      { id: customerId, name: person.name, public_user_profile: profile },
    ],
    context: {
      type: 'item',
      value: {
        id: 1_768_287_444,
        title: 'Диван «Норд»',
        price_string: '45 000 ₽',
        url: 'https://avito.ru/moskva/mebel_i_interer/divan_nord_1768287444',
        status_id: 10,
        user_id: account.id,
        images: { count: 1, main: {} },
      },
    },
    ...(last && { last_message: showListed(world, last) }),
  };
}
