import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createDomains } from '../packages/server/src/domains.ts';
import { type CommandName, commands, controlKey } from '../packages/server/src/mount-control.ts';
import { type Config, readConfig } from '../packages/server/src/platform/config/config.ts';
import { createLog } from '../packages/server/src/platform/log/logger.ts';
import { mailFolderOf, readNewestMails } from '../packages/server/src/platform/mail/mail-folder.ts';
import { openPlatform } from '../packages/server/src/platform/parts/open-platform.ts';
import { loadKeyring } from '../packages/server/src/platform/secrets/load-keyring.ts';
import { systemRandom } from '../packages/server/src/platform/time/ids.ts';

const USAGE = `npm run otvet -- create-owner EMAIL [--name NAME] [--locale ru|en]
  Makes an account; its owner sets the password by the printed link.
npm run otvet -- sign-in-link EMAIL --by NAME
  A link that signs in as this person, once, within 60 seconds. Who asked is written to the audit log.
npm run otvet -- plan EMAIL --messages NUMBER|unlimited [--days NUMBER]
  What the assistant may answer from now on in this person's account; --messages unlimited lifts the limit.
npm run otvet -- mail [COUNT]
  On a host without SMTP: the newest mails with their links.
`;

const SHOWN_MAILS = 5;
const answer = z.union([z.object({ link: z.string().nullable() }), z.object({ text: z.string().nullable() })]);

/** Asks the server that runs on this data folder; undefined when none does. */
async function askServer(
  config: Config,
  command: CommandName,
  body: unknown,
): Promise<z.infer<typeof answer> | undefined> {
  const keyring = await loadKeyring({ config, dataDir: config.dataDir, random: systemRandom });
  const response = await fetch(`http://127.0.0.1:${config.port}/control/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${controlKey(keyring)}` },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return undefined;
  const text = await response.text();
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`);
  return answer.parse(JSON.parse(text));
}

async function askFolder(config: Config, command: CommandName, body: unknown): Promise<z.infer<typeof answer>> {
  const platform = await openPlatform({ config, log: createLog({ level: 'error' }) });
  const baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const { accounts } = createDomains(platform, { baseUrl: () => baseUrl }).doors;
  try {
    await platform.jobs.start({ withWorkers: false });
    return answer.parse(await commands[command](accounts, body));
  } finally {
    await accounts.close();
    await platform.close();
  }
}

async function showMails(count: number): Promise<void> {
  const { dataDir } = readConfig();
  const mails = await readNewestMails({ dataDir, count });
  if (mails.length === 0)
    console.log(`No mail in ${mailFolderOf(dataDir)}. Another data folder? DATA_DIR=FOLDER npm run otvet -- mail`);
  for (const { at, to, subject, link } of mails)
    console.log(`${at}  ${to}  ${subject}\n  ${link ?? 'no link in this mail'}`);
}

function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      locale: { type: 'string' },
      by: { type: 'string' },
      messages: { type: 'string' },
      days: { type: 'string' },
    },
  });
  const [command, email] = positionals;
  const count = Number(email ?? SHOWN_MAILS);
  if (command === 'mail' && Number.isInteger(count) && count > 0) return showMails(count);
  if (!isCommand(command) || email === undefined) {
    process.stdout.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const config = readConfig();
  const body = { email, ...values };
  const said = (await askServer(config, command, body)) ?? (await askFolder(config, command, body));
  console.log(('text' in said ? said.text : said.link) ?? 'Nobody has this address.');
}

run().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
