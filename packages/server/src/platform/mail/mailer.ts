import type { Locale } from '@otvet/contract';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { errorCode } from '../database/database-errors.ts';
import { AppError } from '../errors/app-error.ts';
import { limitNetworks } from '../http/network-limit.ts';
import type { Jobs } from '../jobs/create-jobs.ts';
import type { Log } from '../log/logger.ts';
import { createRates } from '../rates/index.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Clock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { findQueuedMail, insertMail, noteFailedTry, settleMail } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { type MailKind, renderMail } from './render-mail.ts';

type MailerDeps = {
  pool: Pool;
  transport: MailTransport;
  keyring: Keyring;
  jobs: Pick<Jobs, 'define'>;
  clock: Clock;
  newId: NewId;
  log: Log;
};

export type MailRequest = {
  accountId: string;
  to: string;
  locale: Locale;
  /** Whether the holder of `to` has confirmed it. Anybody can give any address: until then a mail carries nothing that a person typed. */
  isConfirmed: boolean;
  /** Who caused the mail; null: the product itself. */
  ip: string | null;
  kind: MailKind;
  /** What the product itself says. */
  values?: Record<string, string>;
  /** What people typed; left out of mails to addresses that nobody has confirmed. */
  personal?: Record<string, string>;
  /** Makes the link; not called for a mail that is left out. */
  link?: () => Promise<string>;
  /** The receiver would be locked out without this mail: it is counted and never left out. */
  isNeeded?: boolean;
};

/**
 * Mail of the product: a row and a job in the caller's transaction; the job `mail.send` hands it to the transport.
 * False: the mail is left out.
 */
export type Mailer = { queue(mail: MailRequest, tx: PoolClient): Promise<boolean> };

const PURPOSE = 'mail.content';
const content = z.object({ subject: z.string(), text: z.string(), html: z.string(), link: z.string().nullable() });
const mailJob = z.object({ accountId: z.string(), mailId: z.string() });
type MailJob = z.infer<typeof mailJob>;

/**
 * Mails that a stranger can have sent to anybody: beyond these they are left out, and nobody is told. Each kind has its
 * own share of a mailbox: what strangers cause of one kind must not stop what its holder asks for of another.
 */
const rules = {
  kindToOneMailbox: { capacity: 3, perMinute: 3 / 60 },
  fromOneNetwork: { capacity: 60, perMinute: 1 },
};

/** Puts the mailer together and declares its queue: to be called before the jobs start. */
export function createMailer(deps: MailerDeps): Mailer {
  const isAllowed = createStrangersShare(deps.clock);
  const jobs = deps.jobs.define({
    name: 'mail.send',
    schema: mailJob,
    handler: (job, { isLastTry }) => sendQueued(deps, { ...job, isLastTry }),
    retries: 8,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 900,
    expireSeconds: 120,
    concurrency: 2,
  });
  return {
    queue: async (mail, tx) => {
      const { accountId, kind, to, locale, values = {} } = mail;
      refuseLineBreaks({ to });
      if (!isAllowed(mail) && mail.isNeeded !== true) {
        deps.log.info({ kind }, 'A mail to an address that was mailed too often is left out');
        return false;
      }
      const personal = mail.isConfirmed ? (mail.personal ?? {}) : null;
      const link = mail.link === undefined ? null : await mail.link();
      const rendered = renderMail({ kind, locale, values, personal, link });
      refuseLineBreaks({ subject: rendered.subject });
      const id = deps.newId();
      const sealed = deps.keyring.seal(JSON.stringify(rendered), { accountId, purpose: PURPOSE });
      await insertMail.run(tx, { accountId, id, kind, recipient: to, content: sealed, now: deps.clock.now() });
      await jobs.enqueue({ accountId, mailId: id }, { tx });
      return true;
    },
  };
}

/** Counted in the memory of this node. */
function createStrangersShare(clock: Clock): (mail: MailRequest) => boolean {
  const rate = createRates(clock, rules);
  return ({ to, ip, isConfirmed, kind }) => {
    if (isConfirmed && kind !== 'email_taken') return true;
    const share = `${kind} ${mailboxOf(to)}`;
    if (rate('kindToOneMailbox').take(share) > 0) return false;
    if (ip === null || limitNetworks(rate('fromOneNetwork')).take(ip) === 0) return true;
    // An exhausted network must not use up the share of others.
    rate('kindToOneMailbox').giveBack(share);
    return false;
  };
}

/** Their mailboxes do not know dots. */
const DOTLESS_HOSTS = new Set(['gmail.com', 'googlemail.com']);

/** `a+1@x` and `a+2@x` are one mailbox. */
function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.normalize('NFKC').trim().toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return DOTLESS_HOSTS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

async function sendQueued(deps: MailerDeps, job: MailJob & { isLastTry: boolean }): Promise<void> {
  const { accountId, mailId, isLastTry } = job;
  const key = { accountId, id: mailId };
  const row = await findQueuedMail.first(deps.pool, key);
  if (row === undefined) return;
  try {
    const opened = deps.keyring.open(row.content, { accountId, purpose: PURPOSE });
    const mail = content.parse(JSON.parse(opened));
    await deps.transport.send({ ...mail, id: mailId, to: row.recipient, createdAt: row.createdAt });
  } catch (error) {
    // Only the code: a mail server's words may quote the address or the text.
    const code = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    if (isLastTry) await settleMail.run(deps.pool, { ...key, status: 'failed', error: code, now: deps.clock.now() });
    else await noteFailedTry.run(deps.pool, { ...key, error: code });
    deps.log.warn({ mailId, kind: row.kind, code, isLastTry }, 'A mail was not sent');
    throw new Error(`Mail ${mailId} was not sent (${code})`);
  }
  await settleMail.run(deps.pool, { ...key, status: 'sent', error: null, now: deps.clock.now() });
}

/** Refuses line breaks and other control characters in what becomes a mail header or a name. */
export function refuseLineBreaks(fields: Record<string, string>): void {
  const faults = Object.entries(fields).filter(([, value]) => /[\p{Cc}\u2028\u2029]/u.test(value));
  if (faults.length === 0) return;
  throw new AppError('request.invalid', { details: Object.fromEntries(faults.map(([name]) => [name, 'line_break'])) });
}
