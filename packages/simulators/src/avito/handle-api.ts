import type { IncomingMessage } from 'node:http';
import { mediaFaults, sendMediaFault } from '../http/media-faults.ts';
import { type ParsedBody, readBody } from '../http/read-body.ts';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import { describeText, keepImage } from './customers.ts';
import { post, tell } from './deliver.ts';
import { imageBody, pageQuery, textBody, webhookBody } from './schemas.ts';
import { showChat, showListed, signAnew } from './show.ts';
import { giveToken, isTokenGood, logIn } from './tokens.ts';
import { addMessage, type Fault, newId, type StoredChat, type StoredMessage, takeFault, type World } from './world.ts';

const BODY_BYTES = 26 * 1024 * 1024;
const IMAGE_BYTES = 24 * 1024 * 1024;
const MAX_URLS = 10;

type Answer = { status: number; body: object; headers?: Record<string, string> };
type Call = { method: string; path: string; query: URLSearchParams; body: ParsedBody };

const give = (body: object): Answer => ({ status: 200, body });
const refuse = (status: number, message: string, headers?: Record<string, string>): Answer => ({
  status,
  body: { error: { code: status, message } },
  ...(headers && { headers }),
});

/** Answers a call of the API, the page of the login, or a file. */
export async function handleApi(world: World, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  if (url.pathname.startsWith('/img/') || url.pathname.startsWith('/voice/')) return sendFile(world, exchange);
  if (url.pathname === '/oauth') {
    sendBytes(response, { status: 302, body: Buffer.alloc(0), headers: { location: logIn(world, url.href) } });
    return;
  }
  const body = await readBody(request, BODY_BYTES);
  const call = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body };
  const { answer, fault } = await decide(world, request, call);
  const { method, path } = call;
  world.ledger.calls.push({ method, path, status: answer?.status ?? 0, fault, body: body.fields });
  const date = new Date(world.now()).toUTCString();
  if (answer) sendJson(response, { ...answer, headers: { ...answer.headers, date } });
  else request.socket.destroy();
}

async function decide(
  world: World,
  request: IncomingMessage,
  call: Call,
): Promise<{ answer: Answer | undefined; fault: Fault | null }> {
  if (call.path === '/token') return { answer: giveToken(world, call.body.fields), fault: null };
  if (!isTokenGood(world, request.headers.authorization)) return { answer: refuse(401, 'Unauthorized'), fault: null };
  // A tilde that is not encoded leads nowhere on some hosts.
  if (request.url?.includes('~')) return { answer: refuse(404, 'Not found'), fault: null };
  if (call.path.startsWith('/messenger/') && !world.hasTariff)
    return { answer: refuse(402, 'Подписка не оплачена'), fault: null };
  const isSend = /\/messages(?:\/image)?$/.test(call.path);
  if (isSend && takeFault(world, 'rate-limited'))
    return { answer: refuse(429, 'Too Many Requests', { 'retry-after': '1' }), fault: 'rate-limited' };
  if (isSend && takeFault(world, 'server-error'))
    return { answer: refuse(500, 'Internal Server Error'), fault: 'server-error' };
  const isLost = isSend && takeFault(world, 'no-answer');
  const answer = (await findMethod(world, call)) ?? refuse(404, 'Not found');
  return isLost ? { answer: undefined, fault: 'no-answer' } : { answer, fault: null };
}

type Method = (world: World, call: Call, parts: string[]) => Answer | Promise<Answer>;

const OF_ACCOUNT = '/messenger/v(\\d)/accounts/(\\d+)';
const methods: [string, RegExp, Method][] = [
  [
    'GET',
    /^\/core\/v1\/accounts\/self$/,
    ({ account }) => give({ ...account, email: '', phone: '', profile_url: 'https://avito.ru/user/shop' }),
  ],
  ['POST', /^\/messenger\/v1\/subscriptions$/, showSubscriptions],
  ['POST', /^\/messenger\/v3\/webhook$/, subscribe],
  ['POST', /^\/messenger\/v1\/webhook\/unsubscribe$/, unsubscribe],
  ['GET', new RegExp(`^${OF_ACCOUNT}/chats$`), listChats],
  [
    'GET',
    new RegExp(`^${OF_ACCOUNT}/chats/([^/]+)$`),
    withChat('2', (world, _call, chat) => give(showChat(world, chat))),
  ],
  ['GET', new RegExp(`^${OF_ACCOUNT}/chats/([^/]+)/messages/$`), withChat('3', listMessages)],
  ['POST', new RegExp(`^${OF_ACCOUNT}/chats/([^/]+)/messages$`), withChat('1', takeText)],
  ['POST', new RegExp(`^${OF_ACCOUNT}/chats/([^/]+)/messages/image$`), withChat('1', takeImage)],
  ['POST', new RegExp(`^${OF_ACCOUNT}/uploadImages$`), takeUpload],
  ['GET', new RegExp(`^${OF_ACCOUNT}/getVoiceFiles$`), showVoices],
];

async function findMethod(world: World, call: Call): Promise<Answer | undefined> {
  for (const [method, pattern, run] of methods) {
    const match = method === call.method ? pattern.exec(call.path) : null;
    if (!match) continue;
    const [, version, account] = match;
    if (account !== undefined && account !== String(world.account.id)) return refuse(403, 'Forbidden');
    return await run(world, call, version === undefined ? [] : [version, decodeURIComponent(match[3] ?? '')]);
  }
  return undefined;
}

function withChat(wanted: string, run: (world: World, call: Call, chat: StoredChat) => Answer): Method {
  return (world, call, [version, chatId = '']) => {
    const chat = version === wanted ? world.chats.get(chatId) : undefined;
    return chat ? run(world, call, chat) : refuse(404, 'Not found');
  };
}

function showSubscriptions({ subscriptions }: World): Answer {
  return give({ subscriptions: subscriptions.map((url) => ({ url, version: '3' })) });
}

/** The address has to answer an empty object by 200 within two seconds. */
async function subscribe(world: World, { body }: Call): Promise<Answer> {
  const url = webhookBody.safeParse(body.fields).data?.url;
  if (url === undefined) return refuse(400, 'url is required');
  if (world.subscriptions.includes(url)) return refuse(409, 'Already subscribed');
  if (world.subscriptions.length >= MAX_URLS || (await post(world, url, '{}')) !== 200)
    return refuse(400, 'url does not answer');
  world.subscriptions.push(url);
  return give({ ok: true });
}

function unsubscribe(world: World, { body }: Call): Answer {
  const url = webhookBody.safeParse(body.fields).data?.url;
  if (url === undefined || !world.subscriptions.includes(url)) return refuse(400, 'no such url');
  world.subscriptions = world.subscriptions.filter((known) => known !== url);
  return give({ ok: true });
}

function pageOf<Item>(items: Item[], { query }: Call): Item[] | undefined {
  const page = pageQuery.safeParse(Object.fromEntries(query)).data;
  return page && items.slice(page.offset, page.offset + page.limit);
}

function listChats(world: World, call: Call): Answer {
  const chats = [...world.chats.values()].sort((one, other) => other.updated - one.updated);
  const page = pageOf(chats, call);
  return page ? give({ chats: page.map((chat) => showChat(world, chat)) }) : refuse(400, 'limit');
}

/** Documented as a bare list; this is what comes. */
function listMessages(world: World, call: Call, { messages }: StoredChat): Answer {
  const page = pageOf(messages.toReversed(), call)?.map(signAnew);
  return page ? give({ messages: page.map((message) => showListed(world, message)) }) : refuse(400, 'limit');
}

function takeText(world: World, { body }: Call, chat: StoredChat): Answer {
  const sent = textBody.safeParse(body.fields).data;
  if (!sent) return refuse(400, 'text is not valid');
  return takeMessage(world, chat, describeText(sent.message.text));
}

function takeImage(world: World, { body }: Call, chat: StoredChat): Answer {
  const imageId = imageBody.safeParse(body.fields).data?.image_id ?? '';
  const uploaded = world.images.get(imageId.split('.')[1] ?? '');
  if (!uploaded) return refuse(400, 'image_id is not known');
  const { image } = keepImage(world, uploaded);
  return takeMessage(world, chat, { type: 'image', content: { image }, shown: { text: '', attachment: 'photo' } });
}

function takeMessage(
  world: World,
  chat: StoredChat,
  content: Pick<StoredMessage, 'type' | 'content' | 'shown'>,
): Answer {
  if (chat.isBlocked) return refuse(403, 'Forbidden');
  const message = addMessage(world, chat, { authorId: world.account.id, ...content });
  tell(world, chat, message);
  const { id, type, created } = message;
  return give({ id, type, created, direction: 'out', content: message.content });
}

const MAGIC = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
];

function takeUpload(world: World, { body }: Call): Answer {
  const [file, another] = body.files;
  const isOne = file?.field === 'uploadfile[]' && another === undefined && file.bytes.length <= IMAGE_BYTES;
  if (!isOne || !MAGIC.some((bytes) => bytes.every((byte, place) => file.bytes[place] === byte)))
    return refuse(400, 'not an image');
  const { id, image } = keepImage(world, { bytes: file.bytes, contentType: file.mimeType });
  return give({ [`12345.${id}`]: image.sizes });
}

function showVoices(world: World, { query }: Call): Answer {
  const found = query.getAll('voice_ids').filter((id) => world.voices.has(id));
  const urls = found.map((id) => [id, `${world.url()}/voice/${id}.mp4?signature=${newId()}`]);
  return give({ voices_urls: Object.fromEntries(urls) });
}

function sendFile(world: World, { response, url }: Exchange): void {
  const id = url.pathname.split('/').at(-1)?.split('.')[0] ?? '';
  const found = world.images.get(id) ?? world.voices.get(id);
  const fault = mediaFaults.find((kind) => takeFault(world, kind));
  const isOver = world.linkEnds.isOver(url, fault);
  if (found && !fault && !isOver)
    sendBytes(response, { status: 200, body: found.bytes, headers: { 'content-type': found.contentType } });
  else sendMediaFault({ response }, fault ?? (isOver ? 'expired-media' : 'missing-media'));
}
