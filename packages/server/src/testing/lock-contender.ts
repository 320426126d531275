import { z } from 'zod';
import { acquireFolderLock } from '../platform/database/embedded/folder-lock.ts';
import { identifyProcess } from '../platform/database/embedded/process-identity.ts';

// One of several processes that go for the lock of one folder at the same moment; it keeps what it gets until the end.
const { folder, at } = z.object({ folder: z.string(), at: z.number() }).parse(JSON.parse(process.argv[2] ?? ''));
const self = identifyProcess(process.pid);
if (self === undefined) {
  throw new Error('A process did not find itself');
}
process.on('disconnect', () => process.exit(0));
while (Date.now() < at) {
  // Spinning starts all of them in the same millisecond; a timer would not.
}
const outcome = await acquireFolderLock({ folder, engine: self, server: self });
process.send?.(outcome.kind);
