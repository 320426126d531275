/** One call as it came, with what it was answered. */
export type VkCall = { method: string; params: Record<string, unknown>; answer: unknown };

/** One try to bring an event to a callback server. */
export type VkDelivery = {
  url: string;
  body: string;
  type: string;
  eventId: string;
  retry: number;
  status: number;
  answer: string;
};

/** What the simulator saw. */
export type Ledger = { calls: VkCall[]; deliveries: VkDelivery[]; pending: number };

export const createLedger = (): Ledger => ({ calls: [], deliveries: [], pending: 0 });
