import type { ChannelOptions } from '@otvet/contract';
import type { Connector } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';

/** How much of what was sent comes back: number and length of unknown names are the caller's. */
const MAX_FAULTS = 20;
const MAX_ECHO = 100;

/** The options as they are kept: complete and right by the schema of the type. Throws with the options that are not. */
export function checkOptions(connector: Connector, options: ChannelOptions): ChannelOptions {
  const declared = connector.options;
  if (!declared) {
    const names = Object.keys(options);
    if (names.length > 0) throw refuse(Object.fromEntries(names.map((name) => [name, 'unknown'])));
    return {};
  }
  const result = declared.schema.safeParse({ ...declared.initial, ...options });
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key): [string, string] => [key, 'unknown'])
      : [[issue.path.join('.'), reasonKey.test(issue.message) ? issue.message : 'invalid'] satisfies [string, string]],
  );
  throw refuse(Object.fromEntries(faults));
}

/** Reasons that a schema names itself; the library's own messages are sentences. */
const reasonKey = /^[a-z][a-z0-9_]*$/;

function refuse(faults: Record<string, string>): AppError {
  const entries = Object.entries(faults).slice(0, MAX_FAULTS);
  const details = Object.fromEntries(entries.map(([name, reason]) => [`options.${name.slice(0, MAX_ECHO)}`, reason]));
  return new AppError('request.invalid', { details });
}
