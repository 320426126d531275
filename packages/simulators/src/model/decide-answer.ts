import { z } from 'zod';
import { type ChatRequest, readQuestion, type SentPicture } from './chat-request.ts';
import { fillSchema } from './fill-schema.ts';
import { obeyInjection } from './obey-injection.ts';
import { quoteKnowledge } from './quote-knowledge.ts';

/** What the model says: a text, or an object that is sent as JSON. */
export type ModelAnswer = string | Record<string, unknown>;
export type Answerer = (request: ChatRequest) => ModelAnswer;

/** What the model writes of pictures that it is shown. */
export type Viewer = (pictures: readonly NonNullable<SentPicture>[], request: ChatRequest) => string;

/** How to answer, set from another process: the first rule whose words are in the question. */
export const answerRulesSchema = z.strictObject({
  obeysInjections: z.boolean().optional(),
  rules: z
    .array(
      z.strictObject({
        includes: z.string().default(''),
        answer: z.union([z.string(), z.record(z.string(), z.unknown())]),
      }),
    )
    .default([]),
});
export type AnswerRules = z.output<typeof answerRulesSchema>;

/** The text of the answer; where the request demands a JSON schema, a text is put into an object of that schema. */
export function decideAnswer(request: ChatRequest, how: { answer: Answerer | undefined; rules: AnswerRules }): string {
  const injected = how.rules.obeysInjections === true ? obeyInjection(request) : undefined;
  const answer = injected ?? findRule(request, how.rules) ?? how.answer?.(request) ?? quoteKnowledge(request);
  if (typeof answer !== 'string') return JSON.stringify(answer);
  const format = request.response_format;
  if (format?.type === 'json_schema') {
    return JSON.stringify(fillSchema(format.json_schema?.schema ?? {}, { text: answer, name: 'answer' }));
  }
  return format?.type === 'json_object' ? JSON.stringify({ answer }) : answer;
}

function findRule(request: ChatRequest, { rules }: AnswerRules): ModelAnswer | undefined {
  const question = readQuestion(request).toLowerCase();
  return rules.find((rule) => question.includes(rule.includes.toLowerCase()))?.answer;
}
