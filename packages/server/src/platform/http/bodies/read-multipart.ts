import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Arrived } from '../uploads/upload-admission.ts';
import { MAX_FILES_FORM_BYTES, MAX_FORM_BYTES } from '../uploads/upload-counts.ts';
import type { Spool } from './add-spool.ts';
import { isForbiddenKey } from './read-json.ts';
import { readPart } from './read-part.ts';

type Form = Record<string, string | File | File[]>;

/** A field whose file, or many files, lie on disk meanwhile. */
export type SpooledField = { field: string; isMany: boolean; spool: Spool };

/**
 * Reads a form with files into one object, `{ field: text, file: File }`; a name that comes twice is refused, but for the
 * field of many files, which becomes a list.
 */
export async function readMultipart(
  request: FastifyRequest,
  { arrived, spooled }: { arrived: Arrived; spooled?: SpooledField | undefined },
): Promise<Form> {
  const fields = new Map<string, string | File>();
  const files: File[] = [];
  const many = spooled?.isMany === true ? spooled.field : undefined;
  const maxBytes = many === undefined ? MAX_FORM_BYTES : MAX_FILES_FORM_BYTES;
  let bytes = 0;
  const count: Arrived = (more) => {
    bytes += more;
    // One whose length nobody announced is stopped here; its largest file is bounded by the reader.
    if (bytes > maxBytes) throw new AppError('files.too_large');
    return arrived(more);
  };
  try {
    for await (const part of request.parts()) {
      const isSpooled = part.type === 'file' && part.fieldname === spooled?.field;
      const kept = isSpooled ? await spoolPart(part, spooled.spool, { count, arrived }) : undefined;
      if (kept !== undefined && many !== undefined) {
        files.push(kept);
        continue;
      }
      const value = kept ?? (part.type === 'file' ? await readFile(part, count) : String(part.value));
      if (fields.has(part.fieldname) || isForbiddenKey(part.fieldname)) {
        throw new AppError('request.invalid', { details: { [part.fieldname.slice(0, 100)]: 'duplicate' } });
      }
      if (typeof value === 'string') await count(value.length);
      fields.set(part.fieldname, value);
    }
    // One of them at a time is in memory while they are worked on.
    if (files.length > 0) await arrived(Math.max(...files.map(({ size }) => size)));
  } catch (error) {
    throw toFormError(error);
  }
  return { ...Object.fromEntries(fields), ...(many !== undefined && files.length > 0 && { [many]: files }) };
}

async function readFile({ file, filename, mimetype }: MultipartFile, count: Arrived): Promise<File> {
  return new File(await readPart(file, count), filename ?? '', { type: mimetype });
}

async function spoolPart(
  { file, filename, mimetype }: MultipartFile,
  spool: Spool,
  { count, arrived }: { count: Arrived; arrived: Arrived },
): Promise<File> {
  const pieces = await readPart(file, count);
  const kept = await spool.keep({ pieces, name: filename ?? '', type: mimetype });
  await arrived(-kept.size);
  return kept;
}

/** The form reader throws plain errors for a form that ends too early or has broken heads; they are the sender's fault. */
function toFormError(error: unknown): unknown {
  const isKnown = error instanceof AppError || (error instanceof Error && 'statusCode' in error);
  return isKnown ? error : new AppError('request.invalid', { details: { body: 'form' }, cause: error });
}
