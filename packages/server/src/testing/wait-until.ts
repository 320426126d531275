import { vi } from 'vitest';

/** Only ends a test that hangs; a busy machine needs far less. */
const PATIENCE_MS = 120_000;

/** Waits for a condition, never for a time: the only way for a test to wait for something it cannot await. */
export async function waitUntil(check: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(check, { timeout: PATIENCE_MS, interval: 10 });
}
