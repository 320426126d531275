export type VendorRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer | FormData;
  /** Of the answer, after decompression; 10 MB unless told otherwise. */
  maxBytes?: number;
  /** For everything: connection, head and body; a minute unless told otherwise. */
  deadlineMs?: number;
  /** Longest silence before or between pieces of the answer; without it only the deadline counts. */
  idleMs?: number;
  signal?: AbortSignal;
};

/** Of any status: a redirect is an answer too, because following it would carry the token elsewhere. */
export type VendorAnswer = { status: number; headers: Record<string, string>; body: Buffer<ArrayBuffer> };

/** Calls a vendor and reads the whole answer. Throws VendorError. */
export type VendorFetch = (url: string, request?: VendorRequest) => Promise<VendorAnswer>;
