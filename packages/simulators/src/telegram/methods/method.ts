import { z } from 'zod';
import type { UploadedFile } from '../../http/read-body.ts';
import { badRequest } from '../errors.ts';
import type { Bot, World } from '../world.ts';

/** What a method may look at; `signal` ends when the caller hangs up. */
export type MethodContext = { world: World; bot: Bot; files: UploadedFile[]; signal: AbortSignal };
export type Method = {
  fields: string[];
  run(context: MethodContext, fields: Record<string, unknown>): unknown;
};

/** Puts a schema of parameters and its handler together; fields of no schema are ignored as the server does. */
export function defineMethod<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (context: MethodContext, params: z.output<z.ZodObject<Shape>>) => unknown,
): Method {
  const schema = z.object(shape);
  return {
    fields: Object.keys(shape),
    run: (context, fields) => {
      const params = schema.safeParse(fields);
      if (!params.success) throw badRequest(describeIssue(params.error, fields));
      return run(context, params.data);
    },
  };
}

/** A number, which forms and queries send as text. */
export const integer = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int());
export const float = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.number());
export const flag = z.preprocess((value) => {
  if (typeof value === 'boolean') return value;
  return ['true', '1', 'yes'].includes(String(value).toLowerCase());
}, z.boolean());
/** The API takes numbers where it expects text. */
export const text = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string());
/** An object or list, which forms and queries send as JSON. */
export const structured = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(parseIfText, schema);
/** A chat's number or a public @name. */
export const chatId = z.union([integer, z.string()]);

const entities = structured(
  z.array(
    z.looseObject({
      type: z.string(),
      offset: z.int(),
      length: z.int(),
      url: z.string().optional(),
      language: z.string().optional(),
    }),
  ),
);

/** Parameters of everything that puts a message into a chat. */
export const sendFields = {
  chat_id: chatId,
  business_connection_id: text.optional(),
  message_thread_id: integer.optional(),
  disable_notification: flag.optional(),
  protect_content: flag.optional(),
  allow_paid_broadcast: flag.optional(),
  message_effect_id: text.optional(),
  reply_parameters: structured(
    z.looseObject({
      message_id: integer,
      chat_id: chatId.optional(),
      allow_sending_without_reply: flag.optional(),
      quote: text.optional(),
    }),
  ).optional(),
};
export const markupField = { reply_markup: structured(z.record(z.string(), z.unknown())).optional() };
export const textFields = {
  text: text.optional(),
  parse_mode: text.optional(),
  entities: entities.optional(),
  link_preview_options: structured(z.record(z.string(), z.unknown())).optional(),
};
export const captionFields = {
  caption: text.optional(),
  parse_mode: text.optional(),
  caption_entities: entities.optional(),
};

function parseIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function describeIssue(error: z.ZodError, fields: Record<string, unknown>): string {
  const field = String(error.issues[0]?.path[0] ?? '');
  if (fields[field] === undefined) return field === 'chat_id' ? 'chat_id is empty' : `parameter "${field}" is required`;
  return `can't parse ${field}: ${error.issues[0]?.message ?? 'wrong value'}`;
}
