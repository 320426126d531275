/** A refusal in the platform's form; codes and words of VKCOM/vk-api-schema `errors.json` (5.199), read 2026-11-23. */
export class VkError extends Error {
  readonly code: number;

  constructor(code: number, words: string) {
    super(words);
    this.code = code;
  }
}

export const wrongParameter = (what: string): VkError =>
  new VkError(100, `One of the parameters specified was missing or invalid: ${what}`);

/** The body of a refusal; HTTP says 200 all the same. */
export function describeError({ code, message }: VkError, params: Record<string, unknown>): unknown {
  const request_params = Object.entries(params).map(([key, value]) => ({ key, value: String(value) }));
  return { error: { error_code: code, error_msg: message, request_params } };
}

const SEND_REFUSALS: Record<number, string> = {
  18: 'User was deleted or banned',
  900: "Can't send messages for users from blacklist",
  901: "Can't send messages for users without permission",
  902: "Can't send messages to this user due to their privacy settings",
  912: 'This is a chat bot feature, change this status in settings',
  917: "You don't have access to this chat",
};

export const sendRefusal = (code: number): { code: number; description: string } => ({
  code,
  description: SEND_REFUSALS[code] ?? 'Refused',
});
