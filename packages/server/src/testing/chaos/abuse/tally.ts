/** What abusers did and what became of it. */
export type Tally = { sent: number; events: number; refused: number; cut: number; opened: number };

export type AbusePlan = {
  port: number;
  /** The address of this machine that all of it comes from. */
  from: string;
  routes: { method: string; url: string }[];
  /** The product's own address, as pages of it name themselves. */
  origin: string;
  /** A widget of somebody else. */
  channelId: string;
  /** Where a platform sends what customers write to a bot of somebody else. */
  hook: string;
  /** An account of the abuser's own: anybody can sign up. */
  token: string;
};

export function createTally(): Tally {
  return { sent: 0, events: 0, refused: 0, cut: 0, opened: 0 };
}
