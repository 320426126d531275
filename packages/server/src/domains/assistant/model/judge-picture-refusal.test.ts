import { expect, it } from 'vitest';
import { ModelRefusal } from './classify-failure.ts';
import { judgePictureRefusal } from './judge-picture-refusal.ts';

const judge = (status: number, body: string) =>
  judgePictureRefusal(new ModelRefusal({ status, headers: {}, body: Buffer.from(body) }));

it.each([
  ['OpenAI', 400, '{"error":{"message":"Invalid content type. image_url is only supported by certain models."}}'],
  ['Mistral', 400, '{"message":"Image input is not enabled for this model","type":"invalid_request_error"}'],
  ['vLLM', 400, '{"object":"error","message":"some/model is not a multimodal model","code":400}'],
  ['vLLM, a bound of none', 400, '{"message":"At most 0 image(s) may be provided in one prompt."}'],
  ['llama.cpp', 500, '{"error":{"message":"image input is not supported - hint: provide the mmproj"}}'],
  ['LM Studio', 400, '{"error":"Model does not support images. Please use a model that does."}'],
  ['Ollama', 400, '{"error":{"message":"this model is missing data required for image input"}}'],
  ['OpenRouter', 404, '{"error":{"message":"No endpoints found that support image input","code":404}}'],
  ['Anthropic', 400, '{"type":"error","error":{"message":"claude-2.1 does not support image input."}}'],
  ['DeepSeek', 422, '{"error":{"message":"messages[1]: unknown variant `image_url`, expected `text`"}}'],
  ['Groq', 400, '{"error":{"message":"\'messages.1\' : \'content\' must be a string"}}'],
])('%s says that a model takes no pictures', (_, status, body) => {
  expect(judge(status, body)).toBe('blind');
});

it.each([
  ['OpenAI', 400, '{"error":{"message":"You uploaded an unsupported image.","code":"invalid_image_format"}}'],
  ['OpenAI, damaged', 400, '{"error":{"message":"x","code":"image_parse_error"}}'],
  ['Anthropic', 400, '{"error":{"message":"messages.0.content.0.image.source.base64: image exceeds 5 MB maximum"}}'],
  ['Anthropic, damaged', 400, '{"error":{"message":"Could not process image"}}'],
  ['a media type', 400, '{"error":{"message":"Image media_type image/tiff is not supported"}}'],
  ['a content policy', 400, '{"error":{"message":"This image is not allowed by our content policy"}}'],
  ['a code of it', 400, '{"error":{"message":"The image is not accepted","code":"content_policy_violation"}}'],
  [
    'a safety system',
    400,
    '{"error":{"message":"Your input image may contain content that is not allowed by our safety system."}}',
  ],
  ['a moderation', 400, '{"error":{"message":"Provider does not allow this image (moderation)"}}'],
])('%s refuses this picture, not all of them', (_, status, body) => {
  expect(judge(status, body)).toBe('picture');
});

it.each([
  ['a wrong key', 401, '{"error":{"message":"Incorrect API key. Images not supported."}}'],
  ['too many requests', 429, '{"error":{"message":"Rate limit reached for images, not supported"}}'],
  ['an unknown model', 404, '{"error":{"message":"The model `x` does not exist"}}'],
  ['a bound of tokens', 400, '{"error":{"message":"max_tokens is too large: 4096. This model supports at most 2048"}}'],
  ['a server that fails', 503, '{"error":"overloaded"}'],
])('%s says nothing about pictures', (_, status, body) => {
  expect(judge(status, body)).toBeUndefined();
});
