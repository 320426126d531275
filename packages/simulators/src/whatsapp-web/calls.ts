import { z } from 'zod';
import { Boom, type Connection, chatWith, hiddenOf, numberOf, playFault, type World } from './world.ts';

const bytes = z.string();
const sending = z.strictObject({
  text: z.string().min(1).max(65_536).optional(),
  image: bytes.optional(),
  video: bytes.optional(),
  audio: bytes.optional(),
  document: bytes.optional(),
  caption: z.string().min(1).optional(),
  ptt: z.literal(true).optional(),
  mimetype: z.string().optional(),
  fileName: z.string().min(1).optional(),
});
const options = z.strictObject({
  messageId: z.string().regex(/^3EB0[0-9A-F]{18}$/),
  quoted: z.object({ key: z.object({ id: z.string() }) }).optional(),
});
const sendInput = z.object({ jid: z.string(), content: sending, options });
const attachments = { image: 'photo', video: 'video', audio: 'voice', document: 'file' } as const;

type Call = { name: string; input: unknown };

/** What the library asks of the platform for its callers. */
export async function answerCall(world: World, connection: Connection, { name, input }: Call): Promise<unknown> {
  switch (name) {
    case 'send':
      return send(world, connection, input);
    case 'typing':
      requireOpen(connection);
      world.ledger.typing.push(z.string().parse(input));
      return;
    case 'pair':
      if (!/^\d{8,15}$/.test(z.string().parse(input))) throw new TypeError('Digits with the code of the country');
      return 'ABCD1234';
    case 'address':
      return addressOf(world, z.string().parse(input));
    case 'reupload':
      world.ledger.reuploads += 1;
      return;
    case 'file':
      return readFile(world, z.object({ mediaKey: z.string(), isSecond: z.boolean() }).parse(input));
    case 'leave':
      world.links.delete(connection.secret);
      return connection.close(401, 'Intentional Logout');
    default:
      throw new TypeError(`${name} is not simulated`);
  }
}

function requireOpen({ isOpen }: Connection): void {
  if (!isOpen) throw new Boom('Connection Closed', 428);
}

const userOf = (world: World, jid: string) =>
  [...world.people.keys()].find((one) => [numberOf(one), hiddenOf(one)].includes(jid));

/** The other form of a customer's address. */
function addressOf(world: World, jid: string): string | null {
  const user = userOf(world, jid);
  if (user === undefined) return null;
  return jid === hiddenOf(user) ? numberOf(user) : hiddenOf(user);
}

function send(world: World, connection: Connection, input: unknown): unknown {
  requireOpen(connection);
  const { jid, content, options: given } = sendInput.parse(input);
  const { text, caption, ...media } = content;
  const { messageId: id, quoted } = given;
  const user = userOf(world, jid);
  if (user === undefined) throw new Boom('not-acceptable', 406);
  if (playFault(world, 'rate-limited')) throw new Boom('rate-overlimit', 429);
  if (playFault(world, 'server-error')) throw new Boom('internal-server-error', 500);
  const [kind] = Object.entries(attachments).flatMap(([name, shown]) => (name in media ? [shown] : []));
  const chat = chatWith(world, user);
  const said = text ?? caption ?? '';
  // Clients show a number once.
  if (chat.some((entry) => entry.id === id)) world.ledger.resent.push(id);
  else chat.push({ author: 'business', id, text: said, attachment: kind ?? null, quoted: quoted?.key.id ?? null });
  const key = { remoteJid: jid, id, fromMe: true };
  if (playFault(world, 'no-answer')) throw new Boom('Timed Out', 408);
  const sent = { key, message: { conversation: said }, status: 1 };
  connection.send({ kind: 'news', event: 'messages.upsert', given: { type: 'append', messages: [sent] } });
  for (const status of [2, 3])
    connection.send({ kind: 'news', event: 'messages.update', given: [{ key, update: { status } }] });
  return sent;
}

type FileAnswer = { content: string | null; isOnPhone: boolean };

/** Files lie at the platform for days; then the phone is asked to bring them again, and may have them no more. */
function readFile(world: World, { mediaKey, isSecond }: { mediaKey: string; isSecond: boolean }): FileAnswer {
  if (playFault(world, 'expired-media')) {
    if (isSecond) throw new Boom('Failed to re-upload media', 404);
    return { content: null, isOnPhone: true };
  }
  if (!isSecond && playFault(world, 'missing-media')) return { content: null, isOnPhone: false };
  const found = world.files.get(mediaKey);
  if (!found) throw new Boom('Failed to fetch stream', 410);
  return { content: Buffer.from(found).toString('base64'), isOnPhone: true };
}
