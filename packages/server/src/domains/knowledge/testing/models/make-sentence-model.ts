import { writeOnnx } from './write-onnx.ts';

const MARKS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const CLS = 2;
const SEP = 3;

export type SentenceModel = Record<string, Buffer>;

/**
 * A model of sentences with its files as a hub has them. It knows the given words; those of one group mean the same. Every
 * group is a direction of its own, and what it does not know is one more.
 */
export function makeSentenceModel(groups: readonly (readonly string[])[]): SentenceModel {
  const words = groups.flat();
  const size = groups.length + 1;
  const table = new Float32Array((MARKS.length + words.length) * size);
  const unknown = 1;
  table[unknown * size + groups.length] = 0.2;
  let row = MARKS.length;
  for (const [at, group] of groups.entries()) {
    for (const _word of group) {
      table[row * size + at] = 1;
      row += 1;
    }
  }
  const onnx = writeOnnx({
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'],
    output: { name: 'last_hidden_state', dims: ['batch', 'words', size] },
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['last_hidden_state'] }],
    tensors: [{ name: 'table', dims: [MARKS.length + words.length, size], values: table }],
  });
  return {
    'config.json': json({ model_type: 'bert', max_position_embeddings: 64 }),
    'tokenizer_config.json': json({ tokenizer_class: 'BertTokenizer', model_max_length: 64 }),
    'tokenizer.json': json(describeTokenizer(words)),
    'onnx/model_quantized.onnx': onnx,
  };
}

function describeTokenizer(words: string[]) {
  const vocab = Object.fromEntries([...MARKS, ...words].map((word, id) => [word, id]));
  return {
    version: '1.0',
    added_tokens: MARKS.map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: false,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', SEP], cls: ['[CLS]', CLS] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
