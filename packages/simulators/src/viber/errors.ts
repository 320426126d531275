/** A failure as the platform words it: https://creators.viber.com/docs/bots-api/errors, read 2026-11-23. */
export class ViberError extends Error {
  readonly status: number;

  constructor(status: number, statusMessage: string) {
    super(statusMessage);
    this.status = status;
  }
}
