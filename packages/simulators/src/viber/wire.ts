/** JSON with the numbers of messages as the platform writes them: above 2^53, and without quotes. */
export const writeJson = (body: unknown): Buffer =>
  Buffer.from(JSON.stringify(body).replaceAll(/"message_token":"(\d+)"/g, '"message_token":$1'));
