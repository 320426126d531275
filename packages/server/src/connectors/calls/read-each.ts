import { z } from 'zod';

/** A message of a platform has few parts, and each that cannot be read costs time. */
const MAX_PARTS = 1000;

/** Parts of a message, each read by itself: those that cannot be read are left out, and so are those after the first thousand. */
export const readEach = <Schema extends z.ZodType>(schema: Schema, max = MAX_PARTS) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.slice(0, max).flatMap((one): z.output<Schema>[] => {
        const read = schema.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );
