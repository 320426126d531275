import type { WidgetEvents } from '@otvet/contract';

type Written<Name extends keyof WidgetEvents> = { name: Name; data: WidgetEvents[Name]; id?: number };

/** One server-sent event; JSON holds no line breaks, so one `data:` line is enough. */
export function formatEvent<Name extends keyof WidgetEvents>({ name, data, id }: Written<Name>): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment: keeps proxies and the browser's watchdog from believing the line dead. */
export const HEARTBEAT = ': beat\n\n';
