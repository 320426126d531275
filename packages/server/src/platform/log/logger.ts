import { type Logger, pino } from 'pino';
import { redactFields, redactText } from './redact.ts';

export { redactText } from './redact.ts';

/** Structured log. Tokens, phones and message texts never go in: pass ids, codes and counts. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(bindings: Record<string, string>): Log;
};

/** Levels of causes that are logged; deeper ones repeat the same facts. */
const MAX_CAUSES = 3;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redactText(error) : redactFields({ error }).error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = error.cause === undefined || depth >= MAX_CAUSES ? undefined : describeError(error.cause, depth + 1);
  return { type: error.name, message: redactText(error.message), code, cause, stack: redactText(error.stack ?? '') };
}

/** The root log of the process: JSON lines on stdout. */
export function createLog({ level, destination }: { level: string; destination?: { write(line: string): void } }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: redactFields },
    serializers: { err: (error: unknown) => describeError(error), error: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn) {
        const redacted = args.map((arg: unknown) => (typeof arg === 'string' ? redactText(arg) : arg));
        Reflect.apply(method, this, redacted);
      },
    },
  };
  // Lines of a busy moment go out together, and the rest of them when the process ends.
  return withRedactedChildren(pino(options, destination ?? pino.destination({ dest: 1, sync: false })));
}

/** Bindings of children pass by the formatters, so they are redacted on their way in. */
function withRedactedChildren(logger: Logger): Log {
  return {
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fatal: logger.fatal.bind(logger),
    child: (bindings) => withRedactedChildren(logger.child(redactFields(bindings))),
  };
}
