import { ConfigError } from './platform/config/config.ts';
import { DatabaseInUseError, EmbeddedEngineError, MigrationError } from './platform/database/database-errors.ts';
import { DataFolderError, describeSystemFault } from './platform/errors/system-fault.ts';
import { KeyFileError, KeyMismatchError } from './platform/secrets/load-keyring.ts';

/** Why the product does not run, for whoever started it: one readable sentence where there is one. */
export function describeFailedStart(error: unknown): unknown {
  if (isPlain(error)) return `\n${error.message}\n`;
  const fault = describeSystemFault(error);
  return fault === undefined ? error : `\nOtvet cannot run: ${fault.words}. ${fault.remedy}\n`;
}

/** Faults that a person can fix by reading one line; anything else shows its stack. */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DataFolderError ||
    error instanceof DatabaseInUseError ||
    error instanceof EmbeddedEngineError ||
    error instanceof MigrationError ||
    error instanceof KeyFileError ||
    error instanceof KeyMismatchError
  );
}
