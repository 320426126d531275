import type { IncomingMessage } from 'node:http';
import { z } from 'zod';

/** A file part of a multipart body. */
export type UploadedFile = { field: string; name: string; mimeType: string; bytes: Buffer };
/** Fields of a JSON, form or multipart body; JSON keeps its types, the other two have strings. */
export type ParsedBody = { fields: Record<string, unknown>; files: UploadedFile[] };

/** The body is longer than the platform takes. */
export class BodyTooLargeError extends Error {}
/** The body is not what its content type says. */
export class BodyUnreadableError extends Error {}

const jsonObject = z.record(z.string(), z.unknown());

/** Reads the whole body, refusing more than `limit` bytes. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > limit) throw new BodyTooLargeError(`The body has more than ${limit} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Reads a body by its content type; an empty one has no fields. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ParsedBody> {
  const contentType = request.headers['content-type'] ?? '';
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return { fields: {}, files: [] };
  if (contentType.startsWith('multipart/form-data')) return readMultipart(bytes, contentType);
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { fields: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))), files: [] };
  }
  return { fields: readJsonObject(bytes), files: [] };
}

/** Parses an object out of bytes. */
export function readJsonObject(bytes: Buffer): Record<string, unknown> {
  try {
    return jsonObject.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BodyUnreadableError('The body is not a JSON object.', { cause: error });
  }
}

async function readMultipart(bytes: Buffer, contentType: string): Promise<ParsedBody> {
  const body: ParsedBody = { fields: {}, files: [] };
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch((error: unknown) => {
      throw new BodyUnreadableError('The body is not a multipart form.', { cause: error });
    });
  for (const [field, value] of form) {
    if (typeof value === 'string') body.fields[field] = value;
    else
      body.files.push({ field, name: value.name, mimeType: value.type, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return body;
}
