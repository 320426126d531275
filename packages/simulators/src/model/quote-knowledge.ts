import { type ChatRequest, readMessageText, readQuestion } from './chat-request.ts';

/** What the model says where the prompt holds nothing that fits. */
export const UNKNOWN_ANSWER = 'К сожалению, я этого не знаю.';

/** Words are compared by their beginnings: a poor man's stemming for both languages. */
const STEM_LENGTH = 5;
const MIN_WORD = 3;
/** Share of the question's words that a passage has to hold. */
const MIN_SHARE = 0.34;
const ANSWER_MARK = /(?:^|\n|\s)(?:ответ|answer|a|о)\s*[:—]\s*/i;

/** The default model: the passage of the prompt that shares most words with the question, or "I do not know". */
export function quoteKnowledge(request: ChatRequest): string {
  const question = readQuestion(request);
  const wanted = stems(lastParagraph(question));
  if (wanted.size === 0) return UNKNOWN_ANSWER;
  let best = { share: 0, passage: '' };
  for (const passage of listPassages(request)) {
    const found = stems(passage);
    const share = [...wanted].filter((stem) => found.has(stem)).length / wanted.size;
    if (share > best.share) best = { share, passage };
  }
  return best.share >= MIN_SHARE ? cutAnswer(best.passage) : UNKNOWN_ANSWER;
}

/** Paragraphs of all messages, without the question itself. */
function listPassages(request: ChatRequest): string[] {
  const question = lastParagraph(readQuestion(request));
  return request.messages
    .filter((message) => message.role !== 'assistant')
    .flatMap((message) => readMessageText(message).split(/\n\s*\n|<\/?[a-z][^>]*>/i))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '' && passage !== question);
}

const lastParagraph = (text: string): string =>
  text
    .split(/\n\s*\n|<\/?[a-z][^>]*>/i)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .at(-1) ?? '';

function stems(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= MIN_WORD).map((word) => word.slice(0, STEM_LENGTH)));
}

function cutAnswer(passage: string): string {
  const mark = ANSWER_MARK.exec(passage);
  return (mark === null ? passage : passage.slice(mark.index + mark[0].length)).trim();
}
