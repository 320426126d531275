import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* What the customer shows beside the words, or instead of them. */

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider();
  decide = started.build();
});
afterAll(() => started.close());

const ask = (text: string, type: string) => decide(buildTurn([{ text, attachmentTypes: [type] }]));
const toPerson = { kind: 'hand-over', reason: 'cannot_read' };

it.each([
  ['contact', '', /контакт/],
  ['location', '', /место/],
  ['image', 'сколько стоит такой?', /изображения/],
  ['image', 'а это сколько?', /изображения/],
  ['image', 'Сколько стоит вот такой угловой диван с доставкой курьером?', /изображения/],
  ['image', 'Сколько стоит доставка курьером для этого шкафа?', /изображения/],
  ['image', 'How much is the delivery of a sofa like this one to Canada?', /pictures/],
  ['inst_stories_mention', '', /отметили нас в истории/],
  ['post', '', /чем вы поделились/],
  ['product', '', /чем вы поделились/],
  ['link', 'сколько такое стоит?', /чем вы поделились/],
  ['call', '', /вы звонили/],
  ['story_reply', '', /не вижу историй/],
  ['story_reply', 'скок стоит такой?', /не вижу историй/],
  ['story_reply', 'Ещё есть?', /не вижу историй/],
  ['story_reply', 'how much is this?', /cannot see stories/],
])('%s with «%s» goes to a person, in words', async (type, text, words) => {
  const decision = await ask(text, type);
  expect(decision).toMatchObject(toPerson);
  expect(decision.text).toMatch(words);
});

it('words that ask by themselves are answered', async () => {
  expect(await ask('Сколько стоит доставка курьером?', 'image')).toMatchObject({ kind: 'answer', reason: null });
  expect(await ask('Как вернуть товар?', 'story_reply')).toMatchObject({ kind: 'answer', reason: null });
  expect(await ask('Как вернуть товар?', 'link')).toMatchObject({ kind: 'answer', reason: null });
  // What is written about is known by its title.
  expect((await ask('сколько такой стоит?', 'product')).reason).not.toBe('cannot_read');
});

it.each(['🔥', 'Супер!', 'спасибо', 'Привет'])('risk: a person is called for «%s» under a story', async (text) => {
  expect(await ask(text, 'story_reply')).toMatchObject({ kind: 'answer', reason: 'small_talk' });
});
