/** What the address of a base may ask for. */
export type BaseSearch = {
  tab?: 'sources' | 'check';
  /** Opens a window that adds answers. */
  add?: 'pair' | 'many';
  /** Opens a source, at one of its passages. */
  source?: string;
  passage?: string;
};

const ID = /^[0-9a-f-]{36}$/i;

/** The section of an opened source is the one of the sources, whatever else the address says. */
export function readBaseSearch(search: Record<string, unknown>): BaseSearch {
  const { add, tab } = search;
  const source = readId(search.source);
  if (source !== undefined) {
    const passage = readId(search.passage);
    return { tab: 'sources', source, ...(passage !== undefined && { passage }) };
  }
  if (add === 'pair' || add === 'many') return { add };
  return tab === 'sources' || tab === 'check' ? { tab } : {};
}

function readId(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}
