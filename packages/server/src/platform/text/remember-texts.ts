/** `compute`, once for each text while it is remembered; all are forgotten when there are more than `limit`. */
export function rememberTexts<Value>(limit: number, compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= limit) known.clear();
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}
