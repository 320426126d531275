/** What the machine under the product can refuse; the reason in words, and what a person can do. */
const FAULTS = {
  'disk-full': { words: 'the disk is full', remedy: 'Make room on it.' },
  'read-only': { words: 'it is read-only', remedy: 'Make it writable.' },
  'no-permission': { words: 'there is no permission to write', remedy: 'Give it to the user who runs Otvet.' },
  'too-many-files': {
    words: 'too many files are open',
    remedy: 'Raise the limit of open files (ulimit -n, LimitNOFILE= of systemd).',
  },
  'disk-error': { words: 'the disk reports an error', remedy: 'Check the disk.' },
} as const;

type SystemFault = keyof typeof FAULTS;

// System codes, and SQLSTATEs that PostgreSQL derives from them:
// https://www.postgresql.org/docs/18/errcodes-appendix.html (read 2026-11-22)
const FAULT_BY_CODE: Record<string, SystemFault> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  '53100': 'disk-full',
  EROFS: 'read-only',
  '25006': 'read-only',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  '42501': 'no-permission',
  EMFILE: 'too-many-files',
  ENFILE: 'too-many-files',
  '53000': 'too-many-files',
  EIO: 'disk-error',
  '58030': 'disk-error',
};
const MAX_CAUSES = 6;

/** Why a port cannot be listened at. */
const PORT_FAULTS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used without more rights',
};

function describePort(code: string, cause: Error): { words: string; remedy: string } | undefined {
  const fault = 'syscall' in cause && cause.syscall === 'listen' ? PORT_FAULTS[code] : undefined;
  if (fault === undefined || !('port' in cause)) return undefined;
  return { words: `port ${cause.port} ${fault}`, remedy: 'PORT names another one.' };
}

/** The fault of the machine behind an error, in words; undefined when it is something else. */
export function describeSystemFault(error: unknown): { words: string; remedy: string } | undefined {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const port = describePort(code, cause);
    if (port !== undefined) return port;
    const fault = FAULT_BY_CODE[code];
    if (fault !== undefined) return FAULTS[fault];
    cause = cause.cause;
  }
  return undefined;
}

/** The data folder cannot be used: one sentence for the person who starts the server. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(folder: string, cause: unknown) {
    const fault = describeSystemFault(cause);
    const reason = fault?.words ?? (cause instanceof Error ? cause.message : String(cause));
    super(
      `The data folder ${folder} cannot be written: ${reason}. ${fault === undefined ? '' : `${fault.remedy} `}` +
        'DATA_DIR names another folder.',
      { cause },
    );
  }
}
