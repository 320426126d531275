import type { ChatRequest } from '@otvet/simulators';

const pattern = /метка(\d+)/g;

/** Numbers of the customers' messages that a text refers to. */
export function readMarks(text: string): number[] {
  return [...text.matchAll(pattern)].map((match) => Number(match[1]));
}

/** A customer's text that can be found again in its answer. */
export function writeMark(mark: number): string {
  return `Это сообщение метка${mark}`;
}

/** What the simulated model says: the marks of the very turn, so that every answer has a text of its own. */
export function echoMarks(request: ChatRequest): Record<string, unknown> {
  const content = request.messages.at(-1)?.content;
  const prompt = typeof content === 'string' ? content : JSON.stringify(content);
  const marks = readMarks(prompt.slice(prompt.lastIndexOf('<customer-')));
  return { decision: 'chat', text: `Принято: ${marks.map((mark) => `метка${mark}`).join(' ')}`, passages: [] };
}
