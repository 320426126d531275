import type { Locator, Page } from 'playwright-core';

export const toastsOf = (page: Page) => page.locator('.mantine-Notification-root');

/** Which of these a toast lies over. */
export async function findCovered(page: Page, kept: Record<string, Locator>): Promise<string[]> {
  const toast = await toastsOf(page).first().boundingBox({ timeout: 5000 });
  if (toast === null) throw new Error('There is no toast.');
  const covered: string[] = [];
  for (const [name, locator] of Object.entries(kept)) {
    const box = await locator.boundingBox();
    if (box === null) throw new Error(`${name} is not shown.`);
    const isBeside = box.x >= toast.x + toast.width || box.x + box.width <= toast.x;
    if (!isBeside && box.y < toast.y + toast.height && box.y + box.height > toast.y) covered.push(name);
  }
  return covered;
}
