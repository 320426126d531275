import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Arrived } from '../uploads/upload-admission.ts';
import { MAX_FORM_BYTES } from '../uploads/upload-counts.ts';
import { isForbiddenKey } from './read-json.ts';
import { readPart } from './read-part.ts';

type Form = Record<string, string | File | File[]>;

/**
 * Reads a form with files into one object, `{ field: text, file: File }`; a name that comes twice is refused, but for
 * `manyFiles`, which becomes a list.
 */
export async function readMultipart(
  request: FastifyRequest,
  { arrived, manyFiles }: { arrived: Arrived; manyFiles?: string | undefined },
): Promise<Form> {
  const fields = new Map<string, string | File>();
  const files: File[] = [];
  let bytes = 0;
  const count: Arrived = (more) => {
    bytes += more;
    // One whose length nobody announced is stopped here; its largest file is bounded by the reader.
    if (bytes > MAX_FORM_BYTES) throw new AppError('files.too_large');
    return arrived(more);
  };
  try {
    for await (const part of request.parts()) {
      const value =
        part.type === 'file'
          ? new File([new Uint8Array(await readPart(part.file, count))], part.filename ?? '', { type: part.mimetype })
          : String(part.value);
      if (typeof value !== 'string' && part.fieldname === manyFiles) {
        files.push(value);
        continue;
      }
      if (fields.has(part.fieldname) || isForbiddenKey(part.fieldname)) {
        throw new AppError('request.invalid', { details: { [part.fieldname.slice(0, 100)]: 'duplicate' } });
      }
      if (typeof value === 'string') await count(value.length);
      fields.set(part.fieldname, value);
    }
  } catch (error) {
    throw toFormError(error);
  }
  return { ...Object.fromEntries(fields), ...(manyFiles !== undefined && files.length > 0 && { [manyFiles]: files }) };
}

/** The form reader throws plain errors for a form that ends too early or has broken heads; they are the sender's fault. */
function toFormError(error: unknown): unknown {
  const isKnown = error instanceof AppError || (error instanceof Error && 'statusCode' in error);
  return isKnown ? error : new AppError('request.invalid', { details: { body: 'form' }, cause: error });
}
