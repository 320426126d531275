import { z } from 'zod';
import { initialiseDatabase } from './open-engine.ts';

process.on('disconnect', () => process.exit(0));
await initialiseDatabase(z.string().parse(process.argv[2]));
process.disconnect();
