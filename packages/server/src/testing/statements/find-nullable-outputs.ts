import type pg from 'pg';
import { z } from 'zod';

type Plan = {
  'Join Type'?: string | undefined;
  'Parent Relationship'?: string | undefined;
  Output?: string[] | undefined;
  Plans?: Plan[] | undefined;
};
const plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    'Join Type': z.string().optional(),
    'Parent Relationship': z.string().optional(),
    Output: z.array(z.string()).optional(),
    Plans: z.array(plan).optional(),
  }),
);
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })]);

export const hasOuterJoin = (text: string): boolean => /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(text);

/** By the plan of a statement: which of its columns come from the side of an outer join that may be missing. */
export async function findNullableOutputs(
  client: pg.ClientBase,
  { text, parameters }: { text: string; parameters: number },
): Promise<Set<number>> {
  if (!hasOuterJoin(text)) return new Set();
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${text}`);
  const nulls = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join(', ')})`;
  const { rows } = await client.query(`explain (verbose, format json) execute explained${nulls}`);
  await client.query('deallocate explained');
  await client.query('reset plan_cache_mode');
  const [
    {
      'QUERY PLAN': [{ Plan: top }],
    },
  ] = explained.parse(rows);
  const nullable = new Set(outputsUnderOuterJoins(top));
  return new Set((top.Output ?? []).flatMap((output, place) => (nullable.has(output) ? [place] : [])));
}

function outputsUnderOuterJoins(node: Plan): string[] {
  const missing = MISSING_SIDE[node['Join Type'] ?? ''] ?? [];
  return (node.Plans ?? []).flatMap((child) => [
    ...(missing.includes(child['Parent Relationship'] ?? '') ? (child.Output ?? []) : []),
    ...outputsUnderOuterJoins(child),
  ]);
}

const MISSING_SIDE: Record<string, string[]> = { Left: ['Inner'], Right: ['Outer'], Full: ['Inner', 'Outer'] };
