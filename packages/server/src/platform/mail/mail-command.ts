import { resolve } from 'node:path';

const DEFAULT_FOLDER = 'data';
const PLAIN = /^[\w./:@%+-]+$/;

/** The line that shows the mails of this data folder, as it stands in a shell of the project's folder. */
export function mailCommandOf(dataDir: string): string {
  const command = 'npm run otvet -- mail';
  if (resolve(dataDir) === resolve(DEFAULT_FOLDER)) return command;
  const folder = PLAIN.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`;
  return `DATA_DIR=${folder} ${command}`;
}
