/** Remembers what a pure function gave for at least the `max / 2` newest texts, so that what comes again costs one look. */
export function rememberLast<Result>(max: number, compute: (text: string) => Result): (text: string) => Result {
  let young = new Map<string, { result: Result }>();
  let old = new Map<string, { result: Result }>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known.result;
    const found = old.get(text) ?? { result: compute(text) };
    if (young.size >= max / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, found);
    return found.result;
  };
}
