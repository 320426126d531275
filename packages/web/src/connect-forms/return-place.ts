import { readOfTab, writeOfTab } from '../platform/session/local-data.ts';

/** Where a connection is made: its platform's page may send the browser back, and it goes on there. */
export type ConnectPlace = 'channels' | 'wizard';

const NAME = 'connect-place';

/** Kept by the tab, which is the one that comes back. */
export function keepReturnPlace(place: ConnectPlace): void {
  writeOfTab(NAME, place);
}

export function readReturnPlace(): ConnectPlace {
  return readOfTab(NAME) === 'wizard' ? 'wizard' : 'channels';
}
