import type { Message } from '@otvet/contract';

/** An answer of the assistant that was taken back before the customer saw it; other canceled messages were deleted. */
export function isWithdrawn({ author, isCanceled, delivery }: Message): boolean {
  return author === 'assistant' && isCanceled && delivery.state === 'canceled';
}
