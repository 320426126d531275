import type { ConnectorIo } from '../port.ts';

/**
 * Another program's address, as far as the owner may see it: the rest may be its secret. Null where none stands, or one
 * of this installation; `kept`: the channel's own, which may be of a time when the installation had another address.
 */
export function readForeignWebhook(current: string, { kept, io }: { kept: string; io: ConnectorIo }): string | null {
  return current === '' || current === kept || isOurAddress(current, io) ? null : readOrigin(current);
}

/** Whether an address at a platform leads to this installation, whichever of its channels. */
export function isOurAddress(url: string, { publicUrl }: Pick<ConnectorIo, 'publicUrl'>): boolean {
  return publicUrl !== null && url.startsWith(`${publicUrl}/hooks/`);
}

function readOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url.slice(0, 40);
}
