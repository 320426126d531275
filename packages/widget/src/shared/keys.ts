/** What the browser keeps of a channel; `out:` stands before the id of a message on its way. */
export type StoredName =
  | 'token'
  | 'dialog'
  | 'contact'
  | 'read'
  | `out:${string}`
  | 'tracked'
  | 'draft'
  | 'teaser'
  | 'closed'
  | 'open';

/** Name of an entry in the browser's storage, by channel. */
export function storageKey(channelId: string, name: StoredName | ''): string {
  return `otvet:${channelId}:${name}`;
}
