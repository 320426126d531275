import { expect, it } from 'vitest';
import { readTranscription } from './read-transcription.ts';

it('takes the text, and takes it out of a fence', () => {
  expect(readTranscription('# Прайс\n\nЧай 100 ₽')).toEqual({ kind: 'text', text: '# Прайс\n\nЧай 100 ₽' });
  expect(readTranscription('```markdown\n# Прайс\n```\n')).toEqual({ kind: 'text', text: '# Прайс' });
  expect(readTranscription('a\u0000b')).toEqual({ kind: 'text', text: 'ab' });
});

it('tells a picture without a text from one that the model does not see', () => {
  expect(readTranscription('NO_TEXT')).toEqual({ kind: 'text', text: '' });
  expect(readTranscription('`NO_TEXT`.')).toEqual({ kind: 'text', text: '' });
  expect(readTranscription('**NO_PICTURE**')).toEqual({ kind: 'unseen' });
});

it.each([
  "I'm sorry, but I can't assist with that request.",
  'I cannot read the text in this image.',
  'К сожалению, я не могу распознать это изображение.',
])('risk: a refusal becomes knowledge: %s', (answer) => {
  expect(readTranscription(answer)).toEqual({ kind: 'refused' });
});

it.each([
  'Извините, магазин закрыт до 10 мая.',
  'Мы не можем принять возврат без чека.',
  '| Фото | Цена |\n|---|---|\n| Не могу прочитать | 10 |',
  'NO_TEXT стоит в углу большой вывески магазина',
])('risk: the words of a sign are taken for a refusal: %s', (answer) => {
  expect(readTranscription(answer)).toEqual({ kind: 'text', text: answer });
});
