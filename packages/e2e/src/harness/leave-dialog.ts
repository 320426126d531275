import type { Locator, Page } from 'playwright-core';
import type { Say } from './read-texts.ts';

export const waysToLeave = ['Escape', 'backdrop', 'close', 'cancel'] as const;

/** Leaves a dialog that holds something unsaved, by one of the ways that a hand may slip. */
export async function leaveDialog(
  way: (typeof waysToLeave)[number],
  { page, dialog, t }: { page: Page; dialog: Locator; t: Say },
): Promise<void> {
  const button = (name: string) => dialog.getByRole('button', { name, exact: true }).first();
  switch (way) {
    case 'Escape':
      return await page.keyboard.press('Escape');
    case 'backdrop':
      return await page.mouse.click(5, 450);
    case 'close':
      return await button(t('shell.close')).click();
    case 'cancel':
      return await button(t('shell.cancel')).click();
  }
}
