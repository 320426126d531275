import { openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

/** What a program did to its files, in order. Paths are relative to its folder. */
export const DiskStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('write'), path: z.string(), position: z.number(), length: z.number() }),
  z.object({ kind: z.literal('sync'), path: z.string() }),
  z.object({ kind: z.literal('resize'), path: z.string(), size: z.number() }),
  z.object({ kind: z.literal('create'), path: z.string(), isFolder: z.boolean() }),
  z.object({ kind: z.literal('rename'), path: z.string(), to: z.string() }),
  z.object({ kind: z.literal('remove'), path: z.string() }),
]);
export type DiskStep = z.infer<typeof DiskStep>;

/** Appends steps to a file at once, so that they survive the kill of the program. */
export function createTraceWriter(file: string): (step: DiskStep, data?: Uint8Array) => void {
  const descriptor = openSync(file, 'a');
  return (step, data = new Uint8Array(0)) => {
    const head = Buffer.from(JSON.stringify(step));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(head.length, 0);
    lengths.writeUInt32BE(data.length, 4);
    writeSync(descriptor, Buffer.concat([lengths, head, data]));
  };
}

/** Reads the steps back; one that the kill cut off in the middle is left out. */
export function readTrace(file: string): Array<{ step: DiskStep; data: Buffer }> {
  const bytes = readFileSync(file);
  const steps: Array<{ step: DiskStep; data: Buffer }> = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const headEnd = at + 8 + bytes.readUInt32BE(at);
    const dataEnd = headEnd + bytes.readUInt32BE(at + 4);
    if (dataEnd > bytes.length) {
      break;
    }
    const step = DiskStep.parse(JSON.parse(bytes.toString('utf8', at + 8, headEnd)));
    steps.push({ step, data: bytes.subarray(headEnd, dataEnd) });
    at = dataEnd;
  }
  return steps;
}
