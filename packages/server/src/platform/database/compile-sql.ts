// What may hold a colon that starts no parameter: texts, quoted names, comments, dollar quotes and casts.
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]*)\$[\s\S]*?\$\1\$|::|:([a-zA-Z_]\w*)|\$\d+/g;

/**
 * Replaces `:name` by `$n` with a cast to the declared type. Each name gets one position, in order of appearance.
 * `types`: the declared type of every parameter; a name that only one side knows is an error.
 */
export function compileSql(sql: string, types: Readonly<Record<string, string>>): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.trim().replace(TOKEN, (token: string, _tag: string | undefined, name: string | undefined) => {
    if (/^\$\d/.test(token)) throw new Error(`The statement has a parameter without a name (${token}): ${sql}`);
    if (name === undefined) return token;
    const type = types[name];
    if (type === undefined) throw new Error(`The statement uses :${name}, which is not declared: ${sql}`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}::${type}`;
  });
  const unused = Object.keys(types).filter((name) => !names.includes(name));
  if (unused.length > 0) throw new Error(`The statement declares ${unused.join(', ')} without using it: ${sql}`);
  return { text, names };
}
