import type { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';

/** Reads outside data by its schema; a fault names the field, never the value. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.code]));
  throw new AppError('request.invalid', { details });
}
