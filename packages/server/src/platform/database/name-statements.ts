import pg from 'pg';
import { statementName } from './statement-name.ts';

/** Texts beyond this stay unnamed: a program that makes texts without end must not fill the server's memory. */
const MAX_NAMES = 1_000;

const names = new Map<string, string>();

/** The name under which a text is prepared; undefined where there are too many texts already. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = statementName(text);
  names.set(text, name);
  return name;
}

/** Gives every statement with parameters a name, so that it is parsed and planned once and not for every message. */
export function nameStatements(client: pg.ClientBase): void {
  const query = client.query;
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (config: unknown, values: unknown, callback: unknown) => {
      // Only text with values: a text without any may hold several statements, which cannot be prepared.
      const isPlain = typeof config === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlain ? nameOf(config) : undefined;
      if (!isPlain || name === undefined) return Reflect.apply(query, client, [config, values, callback]);
      if (callback === undefined) return Reflect.apply(query, client, [{ name, text: config }, values]);
      // From the pool: the driver would copy a configuration property by property, for every statement.
      return Reflect.apply(query, client, [Object.assign(new pg.Query(config, values), { name, callback })]);
    },
  });
}
