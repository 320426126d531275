/**
 * Writes a small model in the form of ONNX (protocol buffers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, read
 * 2026-11-25), so that tests need no model of others. The numbers of fields are those of that file.
 */
export type OnnxTensor = {
  name: string;
  dims: number[];
  values: Float32Array | Int8Array | Uint8Array | BigInt64Array;
};
export type OnnxNode = {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[] | { float: number }>;
};
export type OnnxModel = {
  /** Whole numbers of 64 bits, batch × words. */
  inputs: string[];
  output: { name: string; dims: (string | number)[] };
  nodes: OnnxNode[];
  tensors: OnnxTensor[];
};

const IR_VERSION = 8;
const OPSET = 17;
const FLOAT = 1;
const INT64 = 7;
const VARINT = 0;
const BYTES = 2;
const FLOAT_32 = 5;

export function writeOnnx({ inputs, output, nodes, tensors }: OnnxModel): Buffer {
  const graph = [
    ...nodes.map((node) => bytes(1, writeNode(node))),
    text(2, 'test'),
    ...tensors.map((tensor) => bytes(5, writeTensor(tensor))),
    ...inputs.map((name) => bytes(11, writeValue({ name, type: INT64, dims: ['batch', 'words'] }))),
    bytes(12, writeValue({ ...output, type: FLOAT })),
  ];
  const opset = Buffer.concat([text(1, ''), number(2, OPSET)]);
  return Buffer.concat([number(1, IR_VERSION), bytes(8, opset), bytes(7, Buffer.concat(graph))]);
}

function writeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, writeAttribute(name, value))),
  ]);
}

function writeAttribute(name: string, value: number | number[] | { float: number }): Buffer {
  if (typeof value === 'number') return Buffer.concat([text(1, name), number(3, value), number(20, 2)]);
  if (Array.isArray(value))
    return Buffer.concat([text(1, name), ...value.map((item) => number(8, item)), number(20, 7)]);
  const raw = Buffer.alloc(4);
  raw.writeFloatLE(value.float);
  return Buffer.concat([text(1, name), varint((2 << 3) | FLOAT_32), raw, number(20, 1)]);
}

function writeTensor({ name, dims, values }: OnnxTensor): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([...dims.map((dim) => number(1, dim)), number(2, typeOf(values)), text(8, name), bytes(9, raw)]);
}

function typeOf(values: OnnxTensor['values']): number {
  if (values instanceof Float32Array) return FLOAT;
  if (values instanceof Uint8Array) return 2;
  return values instanceof Int8Array ? 3 : INT64;
}

function writeValue({ name, type, dims }: { name: string; type: number; dims: (string | number)[] }): Buffer {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)));
  const tensor = Buffer.concat([number(1, type), bytes(2, Buffer.concat(shape))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensor))]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint((field << 3) | VARINT), varint(value)]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | BYTES), varint(value.length), value]);
}

function varint(value: number): Buffer {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  return Buffer.from([...out, rest]);
}
