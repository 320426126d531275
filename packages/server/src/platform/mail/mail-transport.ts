import { keepMail } from './mail-folder.ts';

/** A mail ready to go. `link` is the one a reader is meant to follow. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string | null;
  createdAt: Date;
};

/** Hands mails to the outside; throws when one was not taken. */
export type MailTransport = { send(mail: OutgoingMail): Promise<void> };

type MailTransportOptions = {
  smtpUrl: string | undefined;
  from: string;
  dataDir: string;
};

// A mail never reads files or addresses of this host, whatever its fields contain.
const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Mail by SMTP; without SMTP each mail is a file in `mail/` of the data folder and nowhere else. */
export function createMailTransport(options: MailTransportOptions): MailTransport {
  return options.smtpUrl === undefined ? createFileTransport(options) : createSmtpTransport(options, options.smtpUrl);
}

function createSmtpTransport({ from }: MailTransportOptions, url: string): MailTransport {
  const bounds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return {
    send: async (mail) => {
      const createTransport = await loadMailLibrary();
      await createTransport({ url, ...bounds, ...noOutsideContent }).sendMail(toMessage({ mail, from }));
    },
  };
}

function createFileTransport({ from, dataDir }: MailTransportOptions): MailTransport {
  const toBytes = { streamTransport: true, buffer: true, newline: 'windows' } as const;
  return {
    send: async (mail) => {
      const createTransport = await loadMailLibrary();
      const { message } = await createTransport({ ...toBytes, ...noOutsideContent }).sendMail(
        toMessage({ mail, from }),
      );
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not compiled to bytes');
      await keepMail({ dataDir, id: mail.id, at: mail.createdAt, message });
    },
  };
}

/** At the first mail: a start sends none. */
async function loadMailLibrary() {
  const { createTransport } = await import('nodemailer');
  return createTransport;
}

// The Message-ID follows from the row: a mail that is sent again after a crash shows as one in most readers.
function toMessage({ mail, from }: { mail: OutgoingMail; from: string }) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@otvet>`,
    date: mail.createdAt,
  };
}
