import type { KnowledgeBase } from '@otvet/contract';

/** Choices of the base of a new channel that are no base yet: none, and one that is made with the channel. */
export const NO_BASE = '';
export const NEW_BASE = 'new';

export type BaseChoice = {
  /** What the owner has chosen; null while he has not. */
  chosen: string | null;
  bases: readonly Pick<KnowledgeBase, 'id'>[];
  canCreate: boolean;
};

/** The base that a new channel answers from: the chosen one, else the only one, else a new one where there is none. */
export function readBaseChoice({ chosen, bases, canCreate }: BaseChoice): string {
  if (chosen === NO_BASE || bases.some(({ id }) => id === chosen)) return chosen ?? NO_BASE;
  const [first] = bases;
  if (first === undefined) return canCreate ? NEW_BASE : NO_BASE;
  return bases.length === 1 ? first.id : NO_BASE;
}
