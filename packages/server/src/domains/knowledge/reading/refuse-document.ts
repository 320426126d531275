import type { DocumentRefusal } from './document.ts';

/** Thrown by a reader within its process; outside of it a refusal is a value. */
export class DocumentRefusedError extends Error {
  readonly reason: DocumentRefusal;

  constructor(reason: DocumentRefusal, options?: ErrorOptions) {
    super(`The document was refused: ${reason}`, options);
    this.name = 'DocumentRefusedError';
    this.reason = reason;
  }
}

export function refuseDocument(reason: DocumentRefusal): never {
  throw new DocumentRefusedError(reason);
}
