import type { Message } from '@otvet/contract';

/** What we wrote and the customer never saw: taken back before it left, or given up after it failed. Other canceled messages were deleted. */
export function isWithdrawn({ author, isCanceled, delivery }: Message): boolean {
  return author !== 'customer' && isCanceled && delivery.state === 'canceled';
}
