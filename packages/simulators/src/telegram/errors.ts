/** Parameters that the Bot API adds to some failures. */
export type ResponseParameters = { retry_after?: number | undefined; migrate_to_chat_id?: number | undefined };

/** A failure as the Bot API words it: `{ok:false, error_code, description, parameters}`. */
export class BotApiError extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export const badRequest = (reason: string, parameters?: ResponseParameters): BotApiError =>
  new BotApiError(400, `Bad Request: ${reason}`, parameters);
export const forbidden = (reason: string): BotApiError => new BotApiError(403, `Forbidden: ${reason}`);
export const conflict = (reason: string): BotApiError => new BotApiError(409, `Conflict: ${reason}`);

/** Status and body of an answer. */
export type Answer = { status: number; body: unknown };

/** The failure as the API answers it; anything else is a fault of the simulator and is thrown on. */
export function describeError(error: unknown): Answer {
  if (!(error instanceof BotApiError)) throw error;
  const { code, message, parameters } = error;
  return {
    status: code,
    body: { ok: false, error_code: code, description: message, ...(parameters && { parameters }) },
  };
}
