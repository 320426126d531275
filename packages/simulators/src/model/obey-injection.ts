import { type ChatRequest, readMessageText } from './chat-request.ts';

const OVERRIDE =
  /(?:ignore|disregard|forget|игнорируй|забудь|не обращай внимания)[^.!\n]{0,80}(?:instruction|rule|prompt|инструкци|правил|промпт)/i;
const DEMAND = /(?:say|reply with|answer with|print|write|скажи|ответь|напиши|выведи)\s*:?\s*["«“]?([^"»”\n]{1,500})/i;

/** A gullible model: does what injected text demands, else recites its system prompt; undefined without injection. */
export function obeyInjection(request: ChatRequest): string | undefined {
  for (const message of request.messages) {
    const text = readMessageText(message);
    const override = OVERRIDE.exec(text);
    if (override === null) continue;
    const demand = DEMAND.exec(text.slice(override.index));
    if (demand?.[1] !== undefined) return demand[1].trim();
    return request.messages
      .filter((candidate) => candidate.role === 'system' || candidate.role === 'developer')
      .map(readMessageText)
      .join('\n');
  }
  return undefined;
}
