import { z } from 'zod';
import { DurableFileSystem } from './durable-file-system.ts';
import { initialiseDatabase } from './open-engine.ts';

process.on('disconnect', () => process.exit(0));
await initialiseDatabase(new DurableFileSystem(z.string().parse(process.argv[2])));
process.disconnect();
