import { AppError } from '../../errors/app-error.ts';

/** Shape limits of a JSON body, beside its size. */
const MAX_DEPTH = 100;
const MAX_KEYS = 10_000;

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const mayHoldForbiddenKey = /__proto__|constructor|prototype|\\u/;
const decoder = new TextDecoder('utf-8', { fatal: true });

const codes = { quote: 0x22, backslash: 0x5c, colon: 0x3a, open: [0x5b, 0x7b], close: [0x5d, 0x7d] } as const;

/**
 * Reads a JSON body: refuses invalid UTF-8, deep nesting, very many keys and keys that reach a prototype.
 * An empty body is undefined; of duplicate keys the last counts.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  checkShape(body);
  return parse(body);
}

function parse(body: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(body);
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('request.invalid', { details: { body: 'json' }, cause });
  }
  if (mayHoldForbiddenKey.test(text)) refuseForbiddenKeys(value);
  return value;
}

/** Runs over the bytes before anything is built from them, so that a hostile body costs one pass. */
function checkShape(body: Buffer): void {
  let depth = 0;
  let keys = 0;
  let isInText = false;
  for (let index = 0; index < body.length; index += 1) {
    const code = body[index];
    if (isInText) {
      if (code === codes.backslash) index += 1;
      else if (code === codes.quote) isInText = false;
    } else if (code === codes.quote) isInText = true;
    else if (code === codes.colon) keys += 1;
    else if (code === codes.open[0] || code === codes.open[1]) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new AppError('request.invalid', { details: { body: 'too_deep' } });
    } else if (code === codes.close[0] || code === codes.close[1]) depth -= 1;
  }
  if (keys > MAX_KEYS) throw new AppError('request.invalid', { details: { body: 'too_many_keys' } });
}

/** Whether a name of a field, query parameter or multipart part reaches a prototype. */
export function isForbiddenKey(key: string): boolean {
  return forbiddenKeys.has(key);
}

function refuseForbiddenKeys(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!Array.isArray(value) && isForbiddenKey(key)) {
        throw new AppError('request.invalid', { details: { body: 'forbidden_key' } });
      }
      waiting.push(child);
    }
  }
}
