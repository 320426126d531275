import { ModelRefusal } from './classify-failure.ts';

/** Not the key, the money or the number of calls: those refuse texts as well. 500 is llama.cpp's. */
const STATUSES = new Set([400, 404, 413, 415, 422, 500, 501]);

/** About the picture that was sent: OpenAI's codes, Anthropic's sentences. */
const OF_THIS_PICTURE =
  /invalid_image|image_parse_error|image (?:format|type|media)|media.?type|(?:could not|unable to|failed to) (?:process|decode|load|read|open)[^"]{0,30}image|image[^"]{0,40}(?:too large|too small|too big|exceeds|dimensions|corrupt)|exceeds[^"]{0,40}image/i;

/** A policy is about what a picture shows, whichever words stand beside it. */
const OF_A_POLICY = /content.?(?:policy|filter)|safety|moderation|moderated|responsible.?ai/i;

/**
 * That the model takes no pictures at all, in the words of OpenAI, Mistral, vLLM, llama.cpp, LM Studio, Ollama, OpenRouter,
 * Anthropic; and of servers whose messages can only be texts (DeepSeek, Groq, GigaChat).
 */
const OF_THE_MODEL = [
  /image_url is only supported by|image[^"]{0,30}only supported (?:by|with|in)/i,
  /(?:does not|doesn.?t|do not|don.?t|cannot|can.?t|not|no) (?:currently )?(?:support|accept|allow|process|have)[^".]{0,40}(?:image|vision|picture|multi-?modal)/i,
  /(?:images?|vision|pictures?|multi-?modal)(?: (?:input|content|part|url|understanding|model|data)s?)*[^".]{0,20} (?:not|n.t) (?:be |currently )?(?:supported|enabled|available|allowed|accepted)/i,
  /not a (?:multi-?modal|vision)|at most 0 image|no endpoints found that support image|missing data required for image/i,
  /unknown variant .{0,3}image|content.{0,60}(?:must be|expected|should be).{0,20}string|expected .{0,10}string.{0,40}content/i,
];

/**
 * What a refusal of a request with pictures says about them: its server takes none for this model, or not this one.
 * Undefined where it is about something else. Words alone are no proof of `blind`: they may be about this picture after all.
 */
export function judgePictureRefusal(error: unknown): 'blind' | 'picture' | undefined {
  if (!(error instanceof ModelRefusal) || !STATUSES.has(error.status)) return undefined;
  const { body } = error;
  if (OF_THIS_PICTURE.test(body) || OF_A_POLICY.test(body)) return 'picture';
  if (OF_THE_MODEL.some((pattern) => pattern.test(body))) return 'blind';
  return undefined;
}
