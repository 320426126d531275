import type { WidgetConfig } from '@otvet/contract';

export type Language = 'ru' | 'en';

/** What the loader hands to the window, and the two things the window may ask of the launcher. */
export type WindowHost = {
  root: ShadowRoot;
  config: WidgetConfig;
  /** Folder of the loader's script, with a slash at the end. */
  base: string;
  channelId: string;
  language: Language;
  launcher: HTMLElement;
  showState(state: { isOpen: boolean; unread: number }): void;
};

/** `isQuiet`: opened by itself, so the focus stays where it is. */
export type WindowHandle = { open(options: { isQuiet: boolean }): void; close(): void; isOpen(): boolean };

/** `text`: the line of the settings. */
export type TeaserHost = Pick<WindowHost, 'root' | 'channelId' | 'language'> & {
  button: HTMLButtonElement;
  text: string;
};

export type TeaserModule = { showTeaser(host: TeaserHost): void };

/** `who`: the line with the name, in the window or about to be. `picture`: an address of the protocol. */
export type PersonModule = { showPerson(who: HTMLElement, picture: string | null): void };

export type WindowModule = { mountWindow(host: WindowHost): WindowHandle };
