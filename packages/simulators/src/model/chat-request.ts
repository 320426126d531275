import { z } from 'zod';

// Fields of https://platform.openai.com/docs/api-reference/chat/create that the simulator looks at; others pass.
const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
});

export const chatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .looseObject({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z
        .looseObject({ name: z.string().optional(), schema: z.record(z.string(), z.unknown()).optional() })
        .optional(),
    })
    .nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
});
export type ChatRequest = z.output<typeof chatRequestSchema>;
export type ChatRequestMessage = z.output<typeof message>;

/** The text of a message; picture parts have none. */
export function readMessageText(source: ChatRequestMessage): string {
  if (typeof source.content === 'string') return source.content;
  return (source.content ?? []).map((piece) => piece.text ?? '').join('\n');
}

/** A picture as it was sent: its type and bytes; null where it is none. */
export type SentPicture = { type: string; bytes: Buffer } | null;

const imagePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });
const MAGIC: Record<string, string> = { jpeg: 'ffd8ff', png: '89504e47', gif: '47494638', webp: '52494646' };

/** The pictures of a request, in their order. */
export function readPictures(request: ChatRequest): SentPicture[] {
  const parts = request.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts.flatMap((piece) => {
    const shown = imagePart.safeParse(piece);
    return shown.success ? [readPicture(shown.data.image_url.url)] : [];
  });
}

/** Only what stands in the request: the simulator fetches nothing. */
function readPicture(url: string): SentPicture {
  const [, type = '', data = ''] = /^data:image\/(\w+);base64,([\w+/]+=*)$/.exec(url) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const magic = MAGIC[type];
  return magic !== undefined && bytes.toString('hex').startsWith(magic) ? { type: `image/${type}`, bytes } : null;
}

/** The newest thing a person said. */
export function readQuestion(request: ChatRequest): string {
  const last = request.messages.findLast((candidate) => candidate.role === 'user');
  return last === undefined ? '' : readMessageText(last);
}
