import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail of the folder: what its reader would follow. */
export type KeptMail = { at: string; to: string; subject: string; link: string | null };

const DAY_MS = 86_400_000;
/** Longer than any link in them lives. */
const KEPT_MS = 7 * DAY_MS;
const OWN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\w-]{1,60}\.eml$/;
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
  await writeFile(join(folder, `${stampOf(mail.at)}-${mail.id}.eml`), mail.message, { mode: 0o600 });
}

/** Removes the mails whose links have long run out; what else lies in the folder is left alone. */
export async function deleteOldMails({ dataDir, now }: { dataDir: string; now: Date }): Promise<void> {
  const oldest = stampOf(new Date(now.getTime() - KEPT_MS));
  const old = (await listMails(dataDir)).filter((name) => name < oldest);
  for (const name of old) await rm(join(mailFolderOf(dataDir), name), { force: true });
}

/** The newest mails, newest first. */
export async function readNewestMails({ dataDir, count }: { dataDir: string; count: number }): Promise<KeptMail[]> {
  const { default: PostalMime } = await import('postal-mime');
  const newest = (await listMails(dataDir)).toReversed().slice(0, count);
  return Promise.all(
    newest.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(mailFolderOf(dataDir), name)));
      const to = mail.to?.map(({ address }) => address ?? '').join(', ') ?? '';
      return { at: mail.date ?? '', to, subject: mail.subject ?? '', link: LINK.exec(mail.text ?? '')?.[0] ?? null };
    }),
  );
}

/** Names of the mails, oldest first. */
async function listMails(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(mailFolderOf(dataDir))).filter((name) => OWN_NAME.test(name)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Sorts as the times do, and is a name on every file system. */
function stampOf(at: Date): string {
  return at.toISOString().replaceAll(':', '-');
}
