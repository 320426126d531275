import { BotApiError, badRequest } from '../errors.ts';
import type { FileKind, StoredFile } from '../media/files.ts';
import { readImageSize } from '../media/image-size.ts';
import type { MethodContext } from './method.ts';

const MEGABYTE = 1024 * 1024;
const PHOTO_LIMIT = 10 * MEGABYTE;
const UPLOAD_LIMIT = 50 * MEGABYTE;
const PHOTO_SIDES_LIMIT = 10_000;
const PHOTO_RATIO_LIMIT = 20;
/** Limits for files that the platform fetches by URL. */
const FETCH_LIMITS: Record<'photo' | 'other', number> = { photo: 5 * MEGABYTE, other: 20 * MEGABYTE };

type Wanted = { field: string; value: unknown; kind: FileKind };

/** The file of a parameter: an upload, `attach://name`, an id the bot knows, or a URL that is fetched now. */
export async function takeFile(context: MethodContext, wanted: Wanted): Promise<StoredFile> {
  const file = await resolveFile(context, wanted);
  if (file.size > UPLOAD_LIMIT) throw new BotApiError(413, 'Request Entity Too Large');
  if (wanted.kind === 'photos') checkPhoto(file);
  return file;
}

async function resolveFile(context: MethodContext, wanted: Wanted): Promise<StoredFile> {
  const { world, bot, files } = context;
  const value = typeof wanted.value === 'string' ? wanted.value : '';
  const part = value.startsWith('attach://') ? value.slice('attach://'.length) : wanted.field;
  const upload = value === '' || value.startsWith('attach://') ? files.find((file) => file.field === part) : undefined;
  if (upload !== undefined) {
    if (upload.bytes.byteLength === 0) throw badRequest('file must be non-empty');
    const { name, mimeType, bytes } = upload;
    return world.files.add({ token: bot.token, kind: wanted.kind, name, mimeType, bytes });
  }
  if (value === '') throw badRequest(`there is no ${wanted.field} in the request`);
  if (/^https?:\/\//i.test(value)) return fetchFile(context, { ...wanted, url: value });
  const known = world.files.find(bot.token, value);
  if (known === undefined) throw badRequest('wrong file identifier/HTTP URL specified');
  return known;
}

async function fetchFile(context: MethodContext, wanted: Wanted & { url: string }): Promise<StoredFile> {
  const { world, bot } = context;
  const response = await world.fetch(wanted.url, { signal: world.signal }).catch(() => undefined);
  if (response === undefined || !response.ok) throw badRequest('failed to get HTTP URL content');
  const mimeType = response.headers.get('content-type')?.split(';')[0] ?? 'application/octet-stream';
  const isPhoto = wanted.kind === 'photos';
  if (isPhoto && !mimeType.startsWith('image/')) throw badRequest('wrong type of the web page content');
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.byteLength > FETCH_LIMITS[isPhoto ? 'photo' : 'other']) throw badRequest('failed to get HTTP URL content');
  const name = new URL(wanted.url).pathname.split('/').at(-1) ?? '';
  return world.files.add({ token: bot.token, kind: wanted.kind, name: name === '' ? 'file' : name, mimeType, bytes });
}

function checkPhoto(file: StoredFile): void {
  if (file.size > PHOTO_LIMIT) {
    throw badRequest(
      `file of size ${file.size} bytes is too big for a photo; the maximum size is ${PHOTO_LIMIT} bytes`,
    );
  }
  const size = readImageSize(file.bytes);
  if (size === undefined) throw badRequest('IMAGE_PROCESS_FAILED');
  const ratio = Math.max(size.width / size.height, size.height / size.width);
  if (size.width + size.height > PHOTO_SIDES_LIMIT || ratio > PHOTO_RATIO_LIMIT)
    throw badRequest('PHOTO_INVALID_DIMENSIONS');
}
