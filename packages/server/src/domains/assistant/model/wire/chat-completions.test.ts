import { expect, it } from 'vitest';
import { createChatCompletions } from './chat-completions.ts';
import { type Heard, nothingHeard, StreamedError, UnreadableAnswerError } from './wire.ts';

const wire = createChatCompletions('key');

function hear(...events: unknown[]): Heard {
  const heard = nothingHeard();
  for (const event of events) wire.hear(event, heard);
  return heard;
}
const chunk = (choice: object, more: object = {}) => ({ id: '1', choices: [{ index: 0, ...choice }], ...more });

it('pieces become a text, with the counts that came last', () => {
  const heard = hear(
    chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }, { model: 'small-1', usage: null }),
    chunk({ delta: { content: 'Да' } }, { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
    chunk({ delta: { content: '.' }, finish_reason: 'stop' }, { usage: { prompt_tokens: 9, completion_tokens: 2 } }),
    { choices: [] },
    { choices: null },
  );
  expect(heard).toEqual({
    text: 'Да.',
    isStarted: true,
    modelId: 'small-1',
    ending: 'whole',
    promptTokens: 9,
    completionTokens: 2,
  });
});

it('what the model thinks is no part of its answer', () => {
  expect(hear(chunk({ delta: { reasoning_content: 'Hm', content: null } })).text).toBe('');
});

it.each([
  ['stop', 'whole'],
  ['tool_calls', 'whole'],
  ['length', 'limit'],
  ['content_filter', 'filtered'],
  ['blacklist', 'filtered'],
  ['model_length', 'limit'],
  ['error', 'failed'],
  ['insufficient_system_resource', 'failed'],
])('it stopped for "%s": %s', (reason, ending) => {
  expect(hear(chunk({ delta: {}, finish_reason: reason })).ending).toBe(ending);
});

it('an error inside of the stream ends it; another form is not read', () => {
  expect(() => hear({ error: { message: 'overloaded' } })).toThrow(StreamedError);
  expect(() => hear({ choices: 'none' })).toThrow(UnreadableAnswerError);
  expect(() => hear('text')).toThrow(UnreadableAnswerError);
});
