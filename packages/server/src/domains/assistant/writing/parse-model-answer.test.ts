import { expect, it } from 'vitest';
import { parseModelAnswer } from './parse-model-answer.ts';

const whole = { decision: 'answer', text: 'Да {всё} "так"', passages: [1, 2] };
const json = JSON.stringify(whole);

it.each([
  ['bare', json],
  ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
  ['after thoughts', `<think>{"decision":"hand-over"} maybe</think>\n${json}`],
  ['between words', `Here is {my} answer: ${json} Hope it helps }`],
  ['with numbers as words', '{"decision":"ANSWER","text":"Да {всё} \\"так\\"","passages":["[1]","2"]}'],
])('reads an answer %s', (_, written) => {
  expect(parseModelAnswer(written)).toEqual(whole);
});

it('reads other spellings of a hand-over, and missing fields', () => {
  expect(parseModelAnswer('{"decision":"hand_over"}')).toEqual({ decision: 'hand-over', text: '', passages: [] });
  expect(parseModelAnswer('{"decision":"handoff","text":null,"passages":null}')?.decision).toBe('hand-over');
});

it.each([
  'Просто текст.',
  '',
  '{"decision":"delete_all","text":"x"}',
  '{"decision":"answer","text":"cut off',
  '<html><body>{"error":1}</body></html>',
  '{'.repeat(5000),
  '[1,2]',
])('refuses %j', (written) => {
  expect(parseModelAnswer(written)).toBeUndefined();
});
