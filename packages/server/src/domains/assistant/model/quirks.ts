import { ModelRefusal } from './classify-failure.ts';
import type { ModelRequest } from './port.ts';

/** What a server turned out not to understand; found out once per model and kept while the process lives. */
export type Quirks = {
  omitsTemperature: boolean;
  renamesMaxTokens: boolean;
  format: 'schema' | 'object' | 'none';
};

export const noQuirks: Quirks = { omitsTemperature: false, renamesMaxTokens: false, format: 'schema' };

/** Reads from a refusal (400, 422) which field to leave out next time; undefined when it was about something else. */
export function learnQuirk(error: unknown, known: Quirks): Quirks | undefined {
  if (!(error instanceof ModelRefusal) || (error.status !== 400 && error.status !== 422)) return undefined;
  const { body } = error;
  if (/max_completion_tokens|max_tokens/.test(body) && /unsupported|not supported|use '?max_completion/i.test(body)) {
    return known.renamesMaxTokens ? undefined : { ...known, renamesMaxTokens: true };
  }
  if (/temperature/.test(body)) return known.omitsTemperature ? undefined : { ...known, omitsTemperature: true };
  if (/response_format|json_schema|json_object|structured output/i.test(body)) {
    if (known.format === 'schema') return { ...known, format: 'object' };
    return known.format === 'object' ? { ...known, format: 'none' } : undefined;
  }
  return undefined;
}

/** The body as this server understands it. */
export function adaptBody(
  body: Record<string, unknown>,
  { quirks, format }: { quirks: Quirks; format: ModelRequest['format'] },
): Record<string, unknown> {
  const { temperature, max_tokens, ...rest } = body;
  return {
    ...rest,
    ...(quirks.omitsTemperature ? {} : { temperature }),
    ...(quirks.renamesMaxTokens ? { max_completion_tokens: max_tokens } : { max_tokens }),
    ...(format === undefined ? {} : describeFormat(quirks.format, format)),
  };
}

function describeFormat(
  form: Quirks['format'],
  { name, schema }: NonNullable<ModelRequest['format']>,
): Record<string, unknown> {
  switch (form) {
    case 'schema':
      return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
    case 'object':
      return { response_format: { type: 'json_object' } };
    case 'none':
      return {};
  }
}
