/** What the address of a base may ask for. */
export type BaseSearch = {
  tab?: 'sources' | 'check';
  /** Opens a window that adds answers. */
  add?: 'pair' | 'many' | 'import';
  /** Opens a source, */
  source?: string;
  /** at one of its passages; by the passage alone its source is found. */
  passage?: string;
};

/** The section of an opened source is the one of the sources, whatever else the address says. */
export function readBaseSearch({ tab, add, source, passage }: Record<string, unknown>): BaseSearch {
  if (isText(source) || isText(passage))
    return {
      tab: 'sources',
      ...(isText(source) && { source }),
      ...(isText(passage) && { passage }),
    };
  if (add === 'pair' || add === 'many' || add === 'import') return { add };
  return tab === 'sources' || tab === 'check' ? { tab } : {};
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
