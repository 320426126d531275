import type { Locator, Page } from 'playwright-core';
import type { Say } from './read-texts.ts';

/** What an operator sees and does in the inbox. */
export type Inbox = {
  rows: Locator;
  row(text: string | RegExp): Locator;
  messages: Locator;
  /** Sources stand in the bubble too, so a question may need its author's name. */
  message(text: string | RegExp, author?: 'customer' | 'assistant' | 'operator'): Locator;
  field: Locator;
  header: Locator;
  banner: Locator;
  /** Opens a dialog of the list and waits for its messages. */
  choose(text: string | RegExp): Promise<void>;
  answer(text: string): Promise<void>;
  /** Until it is taken the assistant may still answer. */
  take(): Promise<void>;
  handBack(): Promise<void>;
};

export function inboxOf(page: Page, t: Say): Inbox {
  const rows = page.getByTestId('dialog-row');
  const talk = page.getByRole('region', { name: t('dialogs.conversation'), exact: true });
  const messages = talk.getByTestId('message');
  const field = talk.getByRole('textbox', { name: t('dialogs.composer.label') });
  const action = (name: 'take' | 'hand_back') =>
    talk.getByRole('button', { name: t(`dialogs.action.${name}`), exact: true });
  const row = (text: string | RegExp) => rows.filter({ hasText: text });
  return {
    rows,
    row,
    messages,
    message: (text, author) =>
      (author === undefined ? messages : talk.locator(`[data-testid=message][data-author=${author}]`)).filter({
        hasText: text,
      }),
    field,
    header: talk.getByRole('banner').or(talk.locator('header')).first(),
    banner: page.getByText(t('shell.connection_lost')),
    choose: async (text) => {
      await row(text).click();
      await field.waitFor();
    },
    answer: async (text) => {
      await field.fill(text);
      await field.press('Enter');
    },
    take: async () => {
      await action('take').click();
      await action('hand_back').waitFor();
    },
    handBack: () => action('hand_back').click(),
  };
}
