import { AppError } from '../../errors/app-error.ts';
import type { Clock } from '../../time/clock.ts';
import { beginUpload, type Sender } from './upload.ts';
import { admitWaiting, createUploadLine, end, grow, look, remove } from './upload-line.ts';

/** What a form costs before any of it has arrived: its reader and the buffers of its connection. */
const START_BYTES = 64 * 1024;
/** Time passes in looks of this length. */
const LOOK_MS = 500;

/** Called with every piece of a form that has arrived, before the next is read; with less than none for what left the memory. */
export type Arrived = (bytes: number) => Promise<void>;

/** Bounds what the forms of all routes hold in memory, by what has arrived of them. */
export type UploadAdmission = {
  /**
   * Reads a form and works on it. When memory is full the slowest of the largest crowd is ended for whoever has cost others
   * less; else the form waits. Throws `request.rate_limited` when those of the sender's own network or account take
   * their part, `server.unavailable` when all others do, each with the time until one of them should be over.
   */
  admit<Form, Result>(
    sender: Sender,
    steps: { read: (arrived: Arrived) => Promise<Form>; work: (form: Form) => Promise<Result> },
  ): Promise<Result>;
};

export function createUploadAdmission({ clock }: { clock: Clock }): UploadAdmission {
  const line = createUploadLine();
  let isLooking = false;

  function lookLater(): void {
    if (isLooking || line.uploads.size === 0) return;
    isLooking = true;
    clock.after(LOOK_MS, () => {
      isLooking = false;
      look(line, LOOK_MS);
      lookLater();
    });
  }

  return {
    async admit(sender, { read, work }) {
      const { upload, failed } = beginUpload(sender);
      const { raw } = upload;
      line.uploads.add(upload);
      lookLater();
      const onClose = () => {
        if (!raw.complete) end(line, upload, new AppError('request.invalid', { details: { body: 'form' } }));
      };
      raw.once('close', onClose);
      // One that closed before gives no event any more.
      if (raw.destroyed) onClose();
      const reading = async () => {
        await grow(line, upload, START_BYTES);
        return read(async (bytes) => grow(line, upload, bytes));
      };
      try {
        const form = await Promise.race([reading(), failed]);
        upload.isRead = true;
        return await work(form);
      } finally {
        raw.off('close', onClose);
        remove(line, upload);
        admitWaiting(line);
      }
    },
  };
}
