import { z } from 'zod';

export const answerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});

/** One call of a test, as a client of the platform would make it; the HTTP status must equal `error_code`. */
export async function callBotApi(order: {
  url: string;
  token: string;
  method: string;
  params: object | FormData;
}): Promise<z.output<typeof answerSchema>> {
  const { params } = order;
  const isForm = params instanceof FormData;
  const response = await fetch(`${order.url}/bot${order.token}/${order.method}`, {
    method: 'POST',
    ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
    body: isForm ? params : JSON.stringify(params),
  });
  const body = answerSchema.parse(await response.json());
  if (response.status !== (body.error_code ?? 200))
    throw new Error(`HTTP ${response.status} beside ${body.error_code}.`);
  return body;
}
