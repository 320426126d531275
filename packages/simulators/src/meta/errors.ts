/** A failure as the platform words it: https://developers.facebook.com/docs/graph-api/guides/error-handling, read 2026-11-23. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly subcode: number | undefined;

  constructor(status: number, code: number, options: { subcode?: number; message: string }) {
    super(options.message);
    this.status = status;
    this.code = code;
    this.subcode = options.subcode;
  }

  toBody(): object {
    const { code, message, subcode } = this;
    const type = code === 190 ? 'OAuthException' : 'GraphMethodException';
    return {
      error: { message, type, code, ...(subcode !== undefined && { error_subcode: subcode }), fbtrace_id: 'Atrace' },
    };
  }
}

export const wrongParameter = (message: string, subcode?: number): GraphError =>
  new GraphError(400, 100, { message: `(#100) ${message}`, ...(subcode !== undefined && { subcode }) });

export const noPermission = (message = 'Permissions error'): GraphError =>
  new GraphError(403, 200, { message: `(#200) ${message}` });

export const invalidToken = (): GraphError =>
  new GraphError(401, 190, {
    message: 'Error validating access token: The session has been invalidated',
    subcode: 460,
  });
