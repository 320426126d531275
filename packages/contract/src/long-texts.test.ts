import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { widgetSettings } from './channels/widget-options.ts';
import { contract } from './routes/contract.ts';
import * as widget from './widget-protocol.ts';

const MEGABYTE = 1024 * 1024;
/** Of the processor, which a busy machine does not lengthen: reading a megabyte once takes a few, a rule that takes it apart hundreds. */
const MAX_MS = 60;
const odd = [
  'İ',
  'ﷺ',
  '\u200d',
  'a.',
  '。',
  '\u0301',
  '@',
  'x:',
  '-',
  ' ',
  '*.a',
  'http://a.',
  'a@b.',
  'ab.',
  '9',
  '\u0000',
  '\ud800',
];
// As a body gives them: in one piece.
const longTexts = odd.map((piece) => {
  const text: unknown = JSON.parse(JSON.stringify(piece.repeat(Math.ceil(MEGABYTE / piece.length))));
  return String(text);
});
const TRIES = 20;

type Field = { name: string; schema: z.core.$ZodType };

/** The schemas of all texts inside a schema, however deep. */
function findTexts({ name, schema }: Field): Field[] {
  const { def } = schema._zod;
  const inner = (part: unknown, at = ''): Field[] =>
    part instanceof z.core.$ZodType ? findTexts({ name: `${name}${at}`, schema: part }) : [];
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([key, part]) => inner(part, `.${key}`));
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((part) => inner(part, '|'));
  if (schema instanceof z.core.$ZodArray) return inner(schema._zod.def.element, '[]');
  if (schema instanceof z.core.$ZodRecord)
    return [...inner(schema._zod.def.keyType, '{key}'), ...inner(schema._zod.def.valueType, '{}')];
  if ('innerType' in def) return inner(def.innerType);
  return isText(schema) ? [{ name, schema }] : [];
}

function isText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.core.$ZodPipe) return isText(schema._zod.def.in);
  return schema instanceof z.core.$ZodString;
}

function listInputs(part: object, path: string): Field[] {
  if (isContractProcedure(part)) {
    const schema: unknown = part['~orpc'].inputSchema;
    return schema instanceof z.core.$ZodType ? findTexts({ name: path, schema }) : [];
  }
  return Object.entries(part).flatMap(([key, inner]) => listInputs(inner, `${path}.${key}`));
}

function listTexts(): Field[] {
  const own = { widgetSettings, ...widget };
  const schemas = Object.entries(own).flatMap(([name, schema]) =>
    schema instanceof z.core.$ZodType ? findTexts({ name, schema }) : [],
  );
  return [...listInputs(contract, 'call'), ...schemas];
}

const fields = listTexts();

it('knows the texts of the contract', () => {
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['widgetSettings.allowedOrigins[]', 'widgetSettings.socLinks[].value']));
  expect(fields.length).toBeGreaterThan(30);
});

it.each(fields)('a megabyte of odd signs is refused at once: $name', ({ schema }) => {
  for (const text of longTexts) {
    let least = Number.POSITIVE_INFINITY;
    // The least of many tries, made only until one is quick: the collector or a busy neighbour may slow down some in a row.
    for (let attempt = 0; attempt < TRIES && least > MAX_MS; attempt += 1) {
      const begin = process.cpuUsage();
      expect(z.safeParse(schema, text).success, text.slice(0, 10)).toBe(false);
      const { user, system } = process.cpuUsage(begin);
      least = Math.min(least, (user + system) / 1000);
    }
    expect(least, text.slice(0, 10)).toBeLessThan(MAX_MS);
  }
});
