import type { Locator, Page } from 'playwright-core';
import { widgetWords } from './read-texts.ts';

/** What a visitor sees and does on a page with the widget. */
export type ChatWindow = {
  panel: Locator;
  launcher: Locator;
  field: Locator;
  /** Bubbles with this text, from both sides or one. */
  said(text: string | RegExp, side?: 'in' | 'out'): Locator;
  say(text: string): Promise<void>;
  open(): Promise<void>;
};

export function chatWindow(page: Page, locale: 'ru' | 'en' = 'ru'): ChatWindow {
  const words = widgetWords[locale];
  const panel = page.getByRole('dialog');
  const field = panel.getByRole('textbox', { name: words.message, exact: true });
  const launcher = page.getByRole('button', { name: words.open });
  return {
    panel,
    launcher,
    field,
    said: (text, side) =>
      panel.locator(side === undefined ? '.bubble' : `.row.${side} .bubble`).filter({ hasText: text }),
    say: async (text) => {
      await field.fill(text);
      await field.press('Enter');
    },
    open: async () => {
      await launcher.click();
      await panel.waitFor();
    },
  };
}
