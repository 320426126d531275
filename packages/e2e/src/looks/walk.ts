import type { Page } from 'playwright-core';
import type { Person } from '../harness/seed.ts';
import type { Stage } from '../harness/use-stage.ts';
import type { PageWatch } from '../harness/watch-page.ts';
import { checkScreen, type Size, sizes } from './check-screen.ts';

/** A walk over screens in one window size; `faults` gathers what was wrong on the way. */
export type Walk = {
  page: Page;
  watch: PageWatch;
  look(name: string): Promise<void>;
  go(path: string): Promise<void>;
  faults: string[];
};

export async function walk(
  stage: Stage,
  { size, person, locale = 'ru' }: { size: Size; person?: Person; locale?: 'ru' | 'en' },
): Promise<Walk> {
  const options = { viewport: sizes[size], locale };
  const { page, watch } = person === undefined ? await stage.open(options) : await stage.openAs(person, options);
  watch.expect(/status of 4(?:0[0-9]|29)/);
  const faults: string[] = [];
  return {
    page,
    watch,
    faults,
    look: async (name) => {
      faults.push(...(await checkScreen(page, { name, size })));
    },
    go: async (path) => {
      await page.goto(`${stage.product().url}${path}`);
    },
  };
}

/** Waits for the heading of a screen. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
