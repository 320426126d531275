import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail of the folder: what its reader would follow. */
export type KeptMail = { at: string; to: string; subject: string; link: string | null };

const DAY_MS = 86_400_000;
/** Longer than any link in them lives. */
const KEPT_MS = 7 * DAY_MS;
const OWN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]{1,60}\.eml$/;
const UNFINISHED = '.part';
const LINK = /https?:\/\/\S+/;

/** Where mails are kept on a host without SMTP. */
export function mailFolderOf(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Keeps a mail for the owner of the data folder alone: its link opens an account. */
export async function keepMail(mail: { dataDir: string; id: string; at: Date; message: Buffer }): Promise<void> {
  const folder = mailFolderOf(mail.dataDir);
  await mkdir(folder, { recursive: true });
  // Also a folder that was there before, by whatever rights.
  await chmod(folder, 0o700);
  const path = join(folder, `${stampOf(mail.at)}-${mail.id}.eml`);
  // A mail under its name is whole.
  await writeFile(`${path}${UNFINISHED}`, mail.message, { mode: 0o600 });
  await rename(`${path}${UNFINISHED}`, path);
}

/** Removes the mails whose links have long run out; what else lies in the folder is left alone. */
export async function deleteOldMails({ dataDir, now }: { dataDir: string; now: Date }): Promise<void> {
  const oldest = stampOf(new Date(now.getTime() - KEPT_MS));
  const names = await listNames(dataDir);
  const old = names.filter((name) => OWN_NAME.test(name.replace(UNFINISHED, '')) && name < oldest);
  for (const name of old) await rm(join(mailFolderOf(dataDir), name), { force: true });
}

/** The newest mails, newest first. */
export async function readNewestMails({ dataDir, count }: { dataDir: string; count: number }): Promise<KeptMail[]> {
  const { default: PostalMime } = await import('postal-mime');
  const names = (await listNames(dataDir)).filter((name) => OWN_NAME.test(name));
  const newest = names.toReversed().slice(0, count);
  return Promise.all(
    newest.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(mailFolderOf(dataDir), name)));
      const to = mail.to?.map(({ address }) => address ?? '').join(', ') ?? '';
      return { at: mail.date ?? '', to, subject: mail.subject ?? '', link: LINK.exec(mail.text ?? '')?.[0] ?? null };
    }),
  );
}

/** What lies in the folder: mails, oldest first, and whatever else. */
async function listNames(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(mailFolderOf(dataDir))).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Sorts as the times do, and is a name on every file system. */
function stampOf(at: Date): string {
  return at.toISOString().replaceAll(':', '-');
}
