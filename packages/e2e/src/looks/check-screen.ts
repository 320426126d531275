import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { artifacts } from '../harness/open-browser.ts';

export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type Size = keyof typeof sizes;

const violations = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullish(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);
const SETTLED = `document.fonts.ready.then(() => Promise.all(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity).map((one) => one.finished.catch(() => null)))).then(() => true)`;
const HAS_CONTROLS = 'document.querySelector("a[href], button:enabled, input:enabled") !== null';
/** Names of the buttons of the first kind that can be seen and pressed now; those that send or save what stands beside them aside. */
const PRIMARIES = `(() => {
  const sample = document.createElement('i');
  sample.style.background = 'var(--accent)';
  document.body.append(sample);
  const accent = getComputedStyle(sample).backgroundColor;
  sample.remove();
  return [...document.querySelectorAll('button:enabled, a[href]')].filter((one) => !one.closest('[data-keep-clear]')).filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return one.contains(at) && accent !== 'rgba(0, 0, 0, 0)' && getComputedStyle(one).backgroundColor === accent;
  }).map((one) => (one.ariaLabel ?? one.textContent).trim());
})()`;
/** Words of buttons that do not fit and are cut. */
const CUT_WORDS = `[...document.querySelectorAll('.mantine-Button-label')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())`;
const TOO_WIDE = 'document.documentElement.scrollWidth > window.innerWidth';
/** The frame of the app is as high as the window: its screens scroll within it; the wizard is a page. */
const TOO_HIGH = `location.pathname.startsWith('/app/') && document.querySelector('#main') !== null && document.scrollingElement.scrollHeight > window.innerHeight`;

const contrasts = z.object({ faults: z.array(z.string()), judged: z.number(), states: z.number() });
const measureContrasts = readFileSync(new URL('./contrast-in-page.js', import.meta.url), 'utf8');

/** Faults of the focus rings and of the colours that tell a state, and how many of them were measured. */
export async function checkContrasts(page: Page): Promise<z.infer<typeof contrasts>> {
  // After a key the browser shows the focus of whatever takes it.
  await page.keyboard.press('Shift');
  return contrasts.parse(await page.evaluate(measureContrasts));
}

/**
 * Takes the picture of a screen and tells what is wrong with it: serious faults for assistive technology, a focus or a
 * state that is hard to see, more than one primary button, words cut in a button, sideways scrolling, a window
 * that scrolls with its frame.
 */
export async function checkScreen(page: Page, { name, size }: { name: string; size: Size }): Promise<string[]> {
  await page.evaluate(SETTLED);
  const folder = join(artifacts, 'screens');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}-${sizes[size].width}.png`) });
  await page.evaluate(`if (!window.axe) { ${axe.source} }`);
  const found = violations.parse(
    await page.evaluate(
      `axe.run(document, { resultTypes: ['violations'], elementRef: false }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
    ),
  );
  const faults = found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${name} (${size}): ${id}: ${nodes
          .slice(0, 3)
          .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`)
          .join(' ; ')}`,
    );
  const { faults: pale, judged } = await checkContrasts(page);
  faults.push(...pale.map((fault) => `${name} (${size}): ${fault}`));
  if (judged === 0 && (await page.evaluate(HAS_CONTROLS)) === true)
    faults.push(`${name} (${size}): no focus was measured`);
  if (size === 'phone' && (await page.evaluate(TOO_WIDE)) === true) faults.push(`${name} (${size}): scrolls sideways`);
  if ((await page.evaluate(TOO_HIGH)) === true) faults.push(`${name} (${size}): the window scrolls, not its screen`);
  const cut = z.array(z.string()).parse(await page.evaluate(CUT_WORDS));
  if (cut.length > 0) faults.push(`${name} (${size}): words of a button are cut: ${cut.join(', ')}`);
  const primaries = z.array(z.string()).parse(await page.evaluate(PRIMARIES));
  if (primaries.length > 1) faults.push(`${name} (${size}): more than one action comes first: ${primaries.join(', ')}`);
  return faults;
}
