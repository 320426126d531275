import type { PasswordVerdict } from '@otvet/contract/passwords';

/** A password with what is known of its owner, so that it is not taken for the password. */
export type Ask = { password: string; email: string; about: string };

/** How strong a password is, and why; undefined when no answer came. It never leaves the browser for that. */
export type Judge = (ask: Ask) => Promise<PasswordVerdict | undefined>;

const ANSWER_MS = 2000;

type Port = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

/**
 * Loads the judge with its lists of leaked passwords, which weigh more than the whole screen, into a thread of its own.
 * A part of the page that could not be loaded is never loaded again by the same page; a worker is.
 */
export function loadJudge(start: () => Port = startWorker): Promise<Judge> {
  const worker = start();
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve((ask) => question(worker, ask)), { once: true });
    worker.addEventListener(
      'error',
      () => {
        worker.terminate();
        reject(new Error('The judge of passwords could not be loaded'));
      },
      { once: true },
    );
  });
}

function startWorker(): Worker {
  return new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' });
}

function question(worker: Port, ask: Ask): Promise<PasswordVerdict | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (verdict: PasswordVerdict | undefined) => {
      clearTimeout(timer);
      port1.close();
      resolve(verdict);
    };
    const timer = setTimeout(() => settle(undefined), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<PasswordVerdict>) => settle(data);
    worker.postMessage(ask, [port2]);
  });
}
