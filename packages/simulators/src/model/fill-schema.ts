import { z } from 'zod';

const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

/** Properties that take the answer's text; other texts stay empty. */
const TEXT_NAMES = new Set(['answer', 'text', 'reply', 'content', 'message']);

/** An object that fits a JSON schema and says `text` where an answer belongs. */
export function fillSchema(schema: unknown, place: { text: string; name: string }): unknown {
  const node = schemaNode.parse(schema);
  if ('const' in node) return node.const;
  if (node.enum !== undefined) return node.enum[0];
  const variant = node.anyOf?.[0] ?? node.oneOf?.[0];
  if (variant !== undefined) return fillSchema(variant, place);
  const type = typeof node.type === 'string' ? node.type : (node.type?.[0] ?? 'object');
  switch (type) {
    case 'object': {
      const entries = Object.entries(node.properties ?? {});
      return Object.fromEntries(entries.map(([name, child]) => [name, fillSchema(child, { text: place.text, name })]));
    }
    case 'array':
      return [];
    case 'string':
      return TEXT_NAMES.has(place.name) ? place.text : '';
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
}
