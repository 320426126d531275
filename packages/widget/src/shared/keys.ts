type KeyName = 'token' | 'dialog' | 'contact' | 'read' | 'out:' | 'told' | 'draft' | 'closed' | 'open';

/** Name of an entry in the browser's storage, by channel. */
export function storageKey(channelId: string, name: KeyName): string {
  return `otvet:${channelId}:${name}`;
}
