import '@fastify/multipart';
import { limits } from '@otvet/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Arrived, readPart } from '../../platform/http/index.ts';
import { parseInput } from './parse-input.ts';

const query = z.strictObject({ clientId: z.uuid() });
const coded = z.object({ code: z.string() });

/** One byte more than allowed: the parser may cut a file at its limit without a word, so the length is judged here. */
const onePicture = { files: 1, fields: 0, parts: 1, fileSize: limits.photoBytes + 1 };

/** Codes of @fastify/multipart for bodies that hold more than the one file. */
const errorByCode = {
  FST_REQ_FILE_TOO_LARGE: 'files.too_large',
  FST_PARTS_LIMIT: 'request.invalid',
  FST_FILES_LIMIT: 'request.invalid',
  FST_FIELDS_LIMIT: 'request.invalid',
} as const;

type ReadPicture = { clientId: string; bytes: Buffer; name: string };

/** The one picture of a multipart body, read whole (its size is capped). */
export async function readPicture(request: FastifyRequest, arrived: Arrived): Promise<ReadPicture> {
  const { clientId } = parseInput(query, request.query);
  if (!request.isMultipart()) throw new AppError('request.invalid', { details: { file: 'multipart' } });
  try {
    const file = await request.file({ limits: onePicture });
    if (file === undefined) throw new AppError('files.empty');
    if (file.fieldname !== 'file') throw new AppError('request.invalid', { details: { file: 'required' } });
    const bytes = Buffer.concat(await readPart(file.file, arrived));
    if (bytes.length === 0) throw new AppError('files.empty');
    if (bytes.length > limits.photoBytes) throw new AppError('files.too_large');
    return { clientId, bytes, name: cleanName(file.filename) };
  } catch (error) {
    throw toAppError(error);
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const known = coded.safeParse(error);
  const code = known.success ? Object.entries(errorByCode).find(([name]) => name === known.data.code)?.[1] : undefined;
  // A body that ends too early or is no multipart at all is the sender's fault too.
  return new AppError(code ?? 'request.invalid', { cause: error });
}

/** For display only: the file is stored under an id of ours. */
function cleanName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return last.replaceAll(/[\p{Cc}\p{Cf}"]/gu, '').slice(0, 100) || 'image';
}
