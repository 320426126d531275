/** Code of a screen whose code could not be loaded. */
export const PAGE_LOST = 'page_lost';

/** A failed call. `code` is a key under `errors.`; people see its text. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, string>;
  /** Seconds after which the server wants to hear it again. */
  readonly retryAfter: number | undefined;

  constructor(options: {
    code: string;
    status: number;
    details?: Record<string, string>;
    retryAfter?: number | undefined;
    cause?: unknown;
  }) {
    super(options.code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = options.code;
    this.status = options.status;
    this.details = options.details ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** The failure that a refusal of the server is, with the wait that it asks for. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  return new ApiError({ ...readErrorBody(body), status: response.status, retryAfter: readRetryAfter(response) });
}

const SECONDS = /^\d{1,5}$/;

function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  return SECONDS.test(value) ? Number(value) : undefined;
}

/** Reads the body of an error answer, whatever it is. */
function readErrorBody(body: unknown): { code: string; details: Record<string, string> } {
  if (typeof body !== 'object' || body === null) return { code: 'internal', details: {} };
  const code: unknown = Reflect.get(body, 'code');
  const details: unknown = Reflect.get(body, 'details');
  return { code: typeof code === 'string' ? code : 'internal', details: readDetails(details) };
}

function readDetails(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {};
  return Object.fromEntries(Object.entries(details).filter((entry) => typeof entry[1] === 'string'));
}
