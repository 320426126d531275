/** `--profile FOLDER` writes a CPU profile of the product's process there: the Node options for it, and what is left. */
export function takeProfileOption(argv: string[]): { nodeOptions: string[]; rest: string[] } {
  const at = argv.indexOf('--profile');
  const folder = at < 0 ? undefined : argv[at + 1];
  if (folder === undefined) return { nodeOptions: [], rest: argv };
  return { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`], rest: argv.toSpliced(at, 2) };
}
