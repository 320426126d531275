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
  if (name === 'removed' && typeof data.id === 'string' && typeof data.version === 'number')
    return { name, data: { id: data.id, version: data.version } };
  if (name === 'typing') return { name, data: { name: typeof data.name === 'string' ? data.name : null } };
  if (name === 'analytics' && (data.name === 'athena_first_user_message' || data.name === 'athena_complete'))
    return { name, data: { name: data.name } };
  if (name === 'ready' && typeof data.version === 'number') return { name, data: { version: data.version } };
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

function isMessage(value: unknown): value is WidgetMessage {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.seq === 'number' &&
    typeof value.version === 'number' &&
    typeof value.text === 'string' &&
    typeof value.at === 'string' &&
    Array.isArray(value.images)
  );
}
