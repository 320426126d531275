/** What each type of the database is in TypeScript. */
type Values = {
  uuid: string;
  text: string;
  int2: number;
  int4: number;
  int8: number;
  float4: number;
  float8: number;
  bool: boolean;
  timestamptz: Date;
  bytea: Buffer;
};
type ScalarType = keyof Values;

/** A type by its name in the database; `[]` for a list of it. */
export type TypeName = ScalarType | `${ScalarType}[]`;
type ValueOfName<Name extends TypeName> = Name extends ScalarType
  ? Values[Name]
  : Name extends `${infer Item extends ScalarType}[]`
    ? Values[Item][]
    : never;

/** A type with what its name alone does not say. `value` exists for the compiler alone. */
export type SqlType<Value = unknown> = {
  type: string;
  isNullable: boolean;
  isPresent?: boolean;
  oneOf?: readonly string[];
  value?: Value;
};

/** How a statement declares a parameter or a column. */
export type Declared = TypeName | SqlType;
export type ValueOf<Type extends Declared> = Type extends TypeName
  ? ValueOfName<Type>
  : Type extends SqlType<infer Value>
    ? Value
    : never;

/** A parameter or column that may be null. */
export function nullable<const Type extends Declared>(type: Type): SqlType<ValueOf<Type> | null> {
  return { ...toSqlType(type), isNullable: true, value: undefined };
}

/** A column that may be null in its table and never is in this statement, which sets it or asks for it; verified. */
export function present<const Type extends Declared>(type: Type): SqlType<ValueOf<Type>> {
  return { ...toSqlType(type), isPresent: true, value: undefined };
}

/** The same columns where none of them may be there: of what a row is joined with. */
export function nullableAll<const Row extends Readonly<Record<string, Declared>>>(
  row: Row,
): { [Name in keyof Row]: SqlType<ValueOf<Row[Name]> | null> } {
  const types = Object.entries(row).map(([name, type]) => [
    name,
    { ...toSqlType(type), isPresent: false, isNullable: true },
  ]);
  // The names are those of the given row.
  return Object.fromEntries(types) as { [Name in keyof Row]: SqlType<ValueOf<Row[Name]> | null> };
}

/** A jsonb value of this shape: what the product itself wrote. */
export function json<Value>(type: 'jsonb' | 'json' = 'jsonb'): SqlType<Value> {
  return { type, isNullable: false };
}

/** A text out of a closed set; verified when it is read. */
export function oneOf<const Text extends string>(values: readonly Text[]): SqlType<Text> {
  return { type: 'text', isNullable: false, oneOf: values };
}

export function toSqlType(declared: Declared): SqlType {
  return typeof declared === 'string' ? { type: declared, isNullable: false } : declared;
}

/** How the driver's value becomes ours; undefined where it is ours already. */
export function readerOf(type: SqlType): ((value: unknown) => unknown) | undefined {
  const read = readerOfValue(type);
  if (type.isPresent) {
    return (value) => {
      if (value === null) throw new TypeError('A column that is declared as present is null');
      return read ? read(value) : value;
    };
  }
  return read && type.isNullable ? (value) => (value === null ? null : read(value)) : read;
}

function readerOfValue({ type, oneOf: texts }: SqlType): ((value: unknown) => unknown) | undefined {
  if (type === 'int8') return toNumber;
  if (type === 'int8[]') return (value) => (Array.isArray(value) ? value.map(toNumber) : value);
  if (texts === undefined) return undefined;
  const known = new Set<unknown>(texts);
  return (value) => {
    if (!known.has(value)) throw new TypeError(`A column holds '${value}', which is none of ${texts.join(', ')}`);
    return value;
  };
}

/** How our value becomes the driver's; undefined where it is the driver's already. */
export function writerOf({ type }: SqlType): ((value: unknown) => unknown) | undefined {
  // The driver would write a list as a list of the database.
  if (type === 'jsonb' || type === 'json')
    return (value) => (value === null || value === undefined ? null : JSON.stringify(value));
  if (type === 'timestamptz') return writeTime;
  if (type === 'timestamptz[]') return (value) => (Array.isArray(value) ? value.map(writeTime) : value);
  return undefined;
}

const ISO_LENGTH = '2026-01-01T00:00:00.000Z'.length;

/** The driver writes a time field by field; only for years that the database does not read in this form that is worth it. */
function writeTime(value: unknown): unknown {
  if (!(value instanceof Date) || !(value.getUTCFullYear() >= 1)) return value;
  const text = value.toISOString();
  return text.length === ISO_LENGTH ? text : value;
}

/** The driver gives 64-bit numbers as text, since not all of them are numbers of JavaScript. */
function toNumber(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('A 64-bit number of the database is beyond 2^53');
  return number;
}
