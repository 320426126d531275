import { z } from 'zod';

/** What https://platform.openai.com/docs/api-reference/audio/createTranscription asks for and the simulator looks at. */
export const transcriptionRequestSchema = z.looseObject({
  model: z.string().min(1),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  response_format: z.literal('json').default('json'),
  file: z.object({
    name: z.string(),
    size: z
      .int()
      .positive()
      .max(25 * 1024 * 1024),
  }),
});
export type TranscriptionRequest = z.output<typeof transcriptionRequestSchema>;

/** What was said in a recording. */
export type Listener = (request: TranscriptionRequest) => string;

/** Endings by which the platform knows the form of a recording. */
const endings = new Set(['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm']);

export const isKnownForm = ({ file }: TranscriptionRequest): boolean =>
  endings.has(file.name.split('.').at(-1)?.toLowerCase() ?? '');

/** The fields of a form; of a file its name and size alone. */
export async function readForm(bytes: Uint8Array, contentType: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : { name: value.name, size: value.size, type: value.type },
    ]),
  );
}
