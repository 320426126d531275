/** Why a part of the process cannot do its work: words that `/ready` may show to everybody. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}
