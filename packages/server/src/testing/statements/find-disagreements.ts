import type pg from 'pg';
import type { SqlType } from '../../platform/database/sql-types.ts';
import { type StatementDefinition, toColumnName } from '../../platform/database/statement.ts';
import { type Announcement, announceStatement } from './describe-statement.ts';
import { findNullableOutputs, hasOuterJoin } from './find-nullable-outputs.ts';
import type { Schema } from './read-schema.ts';

type Declaration = Pick<StatementDefinition, 'text' | 'params' | 'row'>;

/** What a statement declares and the migrated database sees otherwise, one sentence each. */
export async function findDisagreements(
  client: pg.ClientBase,
  { schema, declaration }: { schema: Schema; declaration: Declaration },
): Promise<string[]> {
  const announced = await announceStatement(client, declaration.text).catch((error: unknown) => String(error));
  if (typeof announced === 'string') return [announced];
  const { text, params } = declaration;
  const nullableOutputs = await findNullableOutputs(client, { text, parameters: params.length });
  return [
    ...(await compareParameters(client, { schema, declaration })),
    ...compareColumns({ schema, declaration, announced, nullableOutputs }),
  ];
}

/** Which types the server would take by itself: a cast to another one hides that the value does not fit its column. */
async function compareParameters(
  client: pg.ClientBase,
  { schema, declaration }: { schema: Schema; declaration: Declaration },
): Promise<string[]> {
  const bare = declaration.params.reduceRight(
    (text, { type }, index) => text.replaceAll(`$${index + 1}::${type.type}`, `$${index + 1}`),
    declaration.text,
  );
  // Without casts some statements have parameters of no certain type: then the cast decides.
  const announced = await announceStatement(client, bare).catch(() => undefined);
  return (announced?.parameterTypeIds ?? []).flatMap((typeId, index) => {
    const expected = schema.typeName(typeId);
    const { name, type } = declaration.params[index] ?? {};
    const fits =
      type === undefined ||
      expected === type.type ||
      WIDER[type.type]?.includes(expected) ||
      // Also what the server takes where nothing says the type.
      expected === 'text';
    return fits ? [] : [`parameter ${name} is declared ${type.type}, the server expects ${expected}`];
  });
}

/** Types that hold every value of another. */
const WIDER: Partial<Record<string, string[]>> = { int2: ['int4', 'int8'], int4: ['int8'], float4: ['float8'] };

type Columns = { schema: Schema; declaration: Declaration; announced: Announcement; nullableOutputs: Set<number> };

function compareColumns({ schema, declaration, announced, nullableOutputs }: Columns): string[] {
  const names = announced.columns.map(({ name }) => name);
  const declared = new Map(Object.entries(declaration.row).map(([field, type]) => [toColumnName(field), type]));
  // A statement without a declared row is run for its effect: its row count is asked alone.
  if (declared.size === 0) return [];
  return [
    ...names.filter((name, place) => names.indexOf(name) !== place).map((name) => `column ${name} is there twice`),
    ...[...declared.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `column ${name} is not in the result`),
    ...announced.columns.flatMap((column, place) => {
      const type = declared.get(column.name);
      if (type === undefined) return [`column ${column.name} is not declared`];
      const origin = schema.column(column.tableId, column.columnId);
      return [
        ...compareType({ name: column.name, type, actual: schema.typeName(column.typeId) }),
        ...compareNull({
          name: column.name,
          type,
          isNullable: origin && (nullableOutputs.has(place) || origin.isNullable),
          isCertain: !hasOuterJoin(declaration.text),
        }),
        ...compareTexts({ name: column.name, type, allowed: origin?.allowed }),
      ];
    }),
  ];
}

function compareType({ name, type, actual }: { name: string; type: SqlType; actual: string }): string[] {
  return type.type === actual ? [] : [`column ${name} is declared ${type.type}, the server gives ${actual}`];
}

function compareNull(column: {
  name: string;
  type: SqlType;
  isNullable: boolean | undefined;
  isCertain: boolean;
}): string[] {
  const { name, type, isNullable, isCertain } = column;
  if (isNullable === undefined || type.isPresent) return [];
  if (isNullable && !type.isNullable) return [`column ${name} may be null and is declared as never null`];
  if (!isNullable && type.isNullable && isCertain) return [`column ${name} is never null and is declared nullable`];
  return [];
}

function compareTexts({
  name,
  type,
  allowed,
}: {
  name: string;
  type: SqlType;
  allowed: string[] | undefined;
}): string[] {
  const unknown = (type.oneOf && allowed?.filter((text) => !type.oneOf?.includes(text))) ?? [];
  return unknown.map((text) => `column ${name} may be '${text}', which is not declared`);
}
