import type { WidgetEvents, WidgetMessage } from '@otvet/contract';

/** An event of the server, read and checked as far as the window relies on it. */
export type ServerEvent =
  | { name: 'message'; data: WidgetEvents['message'] }
  | { name: 'removed'; data: WidgetEvents['removed'] }
  | { name: 'typing'; data: WidgetEvents['typing'] }
  | { name: 'analytics'; data: WidgetEvents['analytics'] }
  | { name: 'ready'; data: WidgetEvents['ready'] };

/** Unknown names and broken data give undefined: a newer server may say more than this window knows. */
export function readEvent(name: unknown, data: unknown): ServerEvent | undefined {
  if (!isRecord(data)) return undefined;
  if (name === 'message' && isMessage(data)) return { name, data };
  if (name === 'removed' && hasFields(data, { id: 'string', version: 'number' })) return { name, data };
  if (name === 'typing') return { name, data: { name: typeof data.name === 'string' ? data.name : null } };
  if (name === 'analytics' && (data.name === 'athena_first_user_message' || data.name === 'athena_complete'))
    return { name, data: { name: data.name } };
  if (name === 'ready' && hasFields(data, { version: 'number' })) return { name, data };
  return undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

type Fields = Record<string, 'string' | 'number'>;
type Typed<Names extends Fields> = { [Name in keyof Names]: Names[Name] extends 'string' ? string : number };

/** Whether a value has these fields, each of the named type. */
export function hasFields<const Names extends Fields>(
  value: unknown,
  fields: Names,
): value is Record<string, unknown> & Typed<Names> {
  return isRecord(value) && Object.entries(fields).every(([name, type]) => typeof value[name] === type);
}

function isMessage(value: unknown): value is WidgetMessage {
  const fields = { id: 'string', seq: 'number', version: 'number', text: 'string', at: 'string' } as const;
  return hasFields(value, fields) && Array.isArray(value.images);
}
