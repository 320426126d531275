import { expect, it } from 'vitest';
import { widgetSettings } from './widget-options.ts';
import { initialWidgetSettings } from './widget-values.ts';

it('start questions are cleaned as the other texts; empty and equal ones are left out', () => {
  const startQuestions = ['a\u0000b', 'x\ud800'];
  const cleaned = widgetSettings.parse({ ...initialWidgetSettings, startQuestions });
  expect(cleaned.startQuestions).toEqual(['ab', 'x\ufffd']);
  const given = { ...initialWidgetSettings, startQuestions: [' Где? ', 'Где?', '  '] };
  expect(widgetSettings.parse(given).startQuestions).toEqual(['Где?']);
});
