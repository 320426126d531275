import { expect, it } from 'vitest';
import { lookOf, teaserOf } from './widget-look.ts';
import { initialWidgetSettings, readWidgetSettings } from './widget-values.ts';

const GREETING = 'Здравствуйте!\nЧем помочь?';

it.each([
  { showTeaser: false, teaserText: 'Скидка 10 %', shown: '' },
  { showTeaser: true, teaserText: '  Скидка 10 % ', shown: 'Скидка 10 %' },
  { showTeaser: true, teaserText: ' ', shown: 'Здравствуйте!' },
])('the line beside the closed button: $teaserText, switched on: $showTeaser', ({ shown, ...own }) => {
  expect(teaserOf({ ...initialWidgetSettings, ...own }, GREETING)).toBe(shown);
});

it('a long greeting is cut between letters, not within one', () => {
  const line = teaserOf({ ...initialWidgetSettings, showTeaser: true }, '🙂'.repeat(200));
  expect(line).toBe(`${'🙂'.repeat(79)}…`);
});

it('a channel that was stored before there was a choice stands on the right, without a teaser', () => {
  const stored = readWidgetSettings({ widgetTitle: 'Дом' });
  expect(lookOf(stored).position).toBe('right');
  expect(teaserOf(stored, GREETING)).toBe('');
});
