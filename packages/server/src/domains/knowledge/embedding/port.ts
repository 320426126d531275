/** Turns texts into vectors of unit length. `name` stands for model and version: vectors of different names are never compared. */
export type Embedder = {
  name: string;
  /** Texts in one call; vectors in the order of the texts. `query` and `passage` may be marked differently by a model. Throws EmbeddingError. */
  embed(
    texts: readonly string[],
    options: { kind: 'query' | 'passage'; signal?: AbortSignal | undefined },
  ): Promise<Float32Array[]>;
};

/** Which embedder serves an account now; undefined: it is searched by words alone. */
export type Embedders = { of(accountId: string): Promise<Embedder | undefined> };

/**
 * Why there are no vectors. `retry`: the same may work after the wait; `rejected`: these texts will not be taken;
 * `unavailable`: nothing works until somebody changes a setting (key, name, address, a spent balance).
 */
export type EmbeddingFailure = { kind: 'retry'; afterMs: number } | { kind: 'rejected' } | { kind: 'unavailable' };

/** A failure of an embedder. `reason` is a short code for the record and the log: a status or a name, never a text of others. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly failure: EmbeddingFailure;
  readonly reason: string;

  constructor(failure: EmbeddingFailure, reason: string, options?: ErrorOptions) {
    super(`No vectors of texts: ${failure.kind}, ${reason}`, options);
    this.failure = failure;
    this.reason = reason;
  }
}

/** These texts will not be taken; others may be. */
export const isRejected = (error: unknown): error is EmbeddingError =>
  error instanceof EmbeddingError && error.failure.kind === 'rejected';
