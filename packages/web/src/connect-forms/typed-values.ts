import type { FieldValues } from '@otvet/contract';
import { readOfTab, writeOfTab } from '../platform/session/local-data.ts';

/** Where the typed values of a step are kept, and who has to know of them. */
export type Keeping = { id: string; step: string; onSecret: (hasSecret: boolean) => void };

const nameOf = (id: string) => `connect.${id}`;

/** What was typed into a step of a connection and not sent; this tab keeps it over a reload. */
export function readTyped({ id, step }: Pick<Keeping, 'id' | 'step'>): FieldValues {
  try {
    const stored: unknown = JSON.parse(readOfTab(nameOf(id)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || Reflect.get(stored, 'step') !== step) return {};
    const entries = Object.entries(Object(Reflect.get(stored, 'values')));
    return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  } catch {
    return {};
  }
}

/** Keeps typed values; a secret must not be among them. */
export function keepTyped({ id, step }: Pick<Keeping, 'id' | 'step'>, values: FieldValues): void {
  const isEmpty = Object.values(values).every((value) => value === '');
  writeOfTab(nameOf(id), isEmpty ? null : JSON.stringify({ step, values }));
}

/** The step was taken, or the connection given up. */
export function forgetTyped(id: string): void {
  writeOfTab(nameOf(id), null);
}

/** Whether there is something typed to come back to. */
export function hasTyped(id: string): boolean {
  return readOfTab(nameOf(id)) !== null;
}
