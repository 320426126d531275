import type { ModelFaultReason } from '@otvet/contract';

/** Why a model cannot be had or used; the reason is told to people. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly reason: ModelFaultReason;

  constructor(reason: ModelFaultReason, options?: ErrorOptions) {
    super(`The model: ${reason}`, options);
    this.reason = reason;
  }
}

/** A full disk says so with every call. */
export function toModelFault(error: unknown): ModelFault | undefined {
  if (error instanceof ModelFault) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ModelFault('disk_full', { cause: error });
  return code === 'EACCES' || code === 'EROFS' ? new ModelFault('not_writable', { cause: error }) : undefined;
}
