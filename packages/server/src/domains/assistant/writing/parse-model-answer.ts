import { z } from 'zod';
import { dropBetween } from './drop-between.ts';

/** The kinds of answers a model may give; nothing it writes can mean anything else. */
export const modelDecisions = ['answer', 'clarify', 'hand-over', 'call-person', 'chat'] as const;

const modelAnswer = z.object({
  decision: z.preprocess(nameDecision, z.enum(modelDecisions)),
  text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  passages: z
    .union([z.array(z.union([z.number(), z.string()])), z.number(), z.string()])
    .nullish()
    .transform(readNumbers),
});
export type ModelAnswer = z.output<typeof modelAnswer>;

/** The form that servers with structured output are held to. */
export const modelAnswerFormat = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: {
      decision: { type: 'string', enum: [...modelDecisions] },
      text: { type: 'string' },
      passages: { type: 'array', items: { type: 'integer' } },
    },
    required: ['decision', 'text', 'passages'],
    additionalProperties: false,
  },
};

const MAX_STARTS = 20;
const THOUGHTS = { opening: /<think(?:ing)?>/gi, closing: /<\/think(?:ing)?>/gi };

/** Reads a model's answer: the first JSON object of the right form, whatever stands around it. */
export function parseModelAnswer(written: string): ModelAnswer | undefined {
  const text = dropBetween(written, THOUGHTS);
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_STARTS; tries += 1) {
    const end = findEnd(text, start);
    const parsed = end === undefined ? undefined : modelAnswer.safeParse(readJson(text.slice(start, end)));
    if (parsed?.success) return parsed.data;
    start = text.indexOf('{', start + 1);
  }
  return undefined;
}

function nameDecision(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const name = value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return name === 'handover' || name === 'handoff' || name === 'hand-off' ? 'hand-over' : name;
}

function readNumbers(value: (number | string)[] | number | string | null | undefined): number[] {
  const list = Array.isArray(value) ? value : [value ?? []].flat();
  return list.flatMap((item) => (String(item).match(/(?<![\d.-])\d{1,3}(?!\d)/g) ?? []).map(Number));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the object that begins at `start` ends; braces inside of strings do not count. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
