import { cleanText, intercomDescriptor, limits } from '@otvet/contract';
import { htmlToText } from '../../platform/text/html-to-text.ts';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type OutboundFile,
  type OutboundMessage,
  type SendOutcome,
} from '../port.ts';
import { type Part, type PartRules, planParts } from '../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../sending/send-parts.ts';
import { type Access, accessWorkspace, fetchConversation, reply } from './api.ts';
import type { Conversation } from './payload.ts';

// Limits of `POST /conversations/{id}/reply`: https://github.com/intercom/Intercom-OpenAPI (2.15), read 2026-11-23.
const GROUP_SIZE = 10;
/** Seconds of the platform's clock are whole ones. */
const SECOND_MS = 1000;
/** Stands for the words of a file where the platform asks for some. */
const FILE_SIGN = '📎';

const rules: PartRules<'files'> = {
  textLimit: intercomDescriptor.textLimit,
  captionLimit: intercomDescriptor.captionLimit,
  maxFileBytes: limits.mediaBytes,
  order: [{ kind: 'files', groupSize: GROUP_SIZE, isAfterText: true }],
  kindOf: () => 'files',
};

type Target = { access: Access; chatId: string; adminId: string; known: readonly string[] };

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const { chatId, sentParts } = message;
  const target = { access: accessWorkspace(channel, io), chatId, adminId: channel.credentials.adminId ?? '' };
  const known = [...sentParts];
  return await sendParts(message, planParts(message, rules), async (part) => {
    const ids = await sendPart({ ...target, known }, part);
    known.push(...ids);
    return ids;
  });
}

/** One call makes one part with all its files: the others count as parts of ours with a name of their own. */
async function sendPart(target: Target, part: Part<'files'>): Promise<string[]> {
  const words = part.kind === 'text' ? part.text : part.caption;
  const files = part.kind === 'text' ? [] : await readFiles(part.files);
  const id = await tryWith(target, words, files).catch(async (error: unknown) => {
    const isWordless = words === '' && error instanceof ConnectorError && error.kind === 'rejected';
    if (!isWordless || error.reason !== 'refused') throw error;
    return await tryWith(target, FILE_SIGN, files);
  });
  return [id, ...files.slice(1).map((_file, index) => `${id}:${index + 2}`)];
}

type UploadedFile = { content_type: string; data: string; name: string };

/** There is no idempotency key: a reply whose answer was lost is looked for in the conversation. */
async function tryWith(target: Target, words: string, files: UploadedFile[]): Promise<string> {
  const { access, chatId, adminId } = target;
  const startedAt = access.io.clock.now().getTime();
  try {
    const made = await reply(access, chatId, {
      message_type: 'comment',
      type: 'admin',
      admin_id: adminId,
      body: toHtml(words),
      ...(files.length > 0 && { attachment_files: files }),
    });
    const id = made.conversation_parts.findLast(({ author }) => author?.type === 'admin' && author.id === adminId)?.id;
    if (id === undefined) throw new ConnectorError('unknown', { reason: 'garbage_answer' });
    return id;
  } catch (error) {
    if (!(error instanceof ConnectorError) || !isDoubtful(error)) throw error;
    return await lookForReply(target, { words, fileCount: files.length, startedAt, error });
  }
}

/** The platform may have taken it: also where it says that it failed inside. */
const isDoubtful = ({ kind, reason }: ConnectorError): boolean =>
  kind === 'unknown' || (kind === 'retry' && reason === 'vendor_error');

type Lost = { words: string; fileCount: number; startedAt: number; error: ConnectorError };

/** Its id where it stands there; "not taken" where the conversation is without it; else as doubtful as before. */
async function lookForReply({ access, chatId, adminId, known }: Target, lost: Lost): Promise<string> {
  const askedAt = access.io.clock.now().getTime();
  const found = await fetchConversation(access, chatId).catch(() => undefined);
  if (!found) throw lost.error;
  // Our clock and the platform's may differ: both are compared at the moment of this answer.
  const since = found.at - (askedAt - lost.startedAt) - 2 * SECOND_MS;
  const id = findReply(found.value, { adminId, known, since, ...lost });
  if (id !== undefined) return id;
  throw new ConnectorError('retry', { reason: 'vendor_error', cause: lost.error });
}

type Wanted = Pick<Lost, 'words' | 'fileCount'> & { adminId: string; known: readonly string[]; since: number };

function findReply({ conversation_parts: parts }: Conversation, wanted: Wanted): string | undefined {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return parts.findLast(({ id, author, body, created_at: at, attachments }) => {
    const isOurs = author?.type === 'admin' && author.id === wanted.adminId && !wanted.known.includes(id);
    const isNew = (at ?? 0) * SECOND_MS >= wanted.since;
    const isSame = plain(htmlToText(body ?? '').text) === plain(wanted.words);
    return isOurs && isNew && isSame && attachments.length >= wanted.fileCount;
  })?.id;
}

async function readFiles(files: OutboundFile[]): Promise<UploadedFile[]> {
  const read: UploadedFile[] = [];
  for (const file of files) {
    const data = (await readFileBytes(file)).toString('base64');
    read.push({ content_type: file.contentType, data, name: cleanText(file.name) });
  }
  return read;
}

/** Words go out as HTML: what looks like markup stays what it is. */
function toHtml(words: string): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll('\n', '<br>');
}
