/** What the address of a base may ask for. */
export type BaseSearch = {
  /** A section of `baseTabs`; of another name it is the first one. */
  tab?: string | undefined;
  /** Opens a window that adds answers: `pair`, `many` or `import`. */
  add?: string | undefined;
  /** Opens a source, */
  source?: string | undefined;
  /** at one of its passages; by the passage alone its source is found. */
  passage?: string | undefined;
  /** The question that is tried. */
  ask?: string | undefined;
};

/** The section of an opened source is the one of the sources, whatever else the address says. */
export function readBaseSearch(search: Record<string, unknown>): BaseSearch {
  const [tab, add, source, passage, ask] = NAMES.map((name) => textOf(search[name]));
  if (source ?? passage) return { tab: 'sources', source, passage };
  return add ? { add } : { tab, ask };
}

const NAMES = ['tab', 'add', 'source', 'passage', 'ask'];
const textOf = (value: unknown) => (typeof value === 'string' && value) || undefined;
