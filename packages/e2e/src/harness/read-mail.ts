/** The link of the newest mail to this address that has such a link; undefined while there is none. */
export function findMailedLink(mails: readonly string[], to: string, path: string): string | undefined {
  const own = mails.filter((mail) => mail.includes(`To: ${to}`)).map(decodeMail);
  const links = own.flatMap((text) => text.match(/https?:\/\/[^\s"<>]+/g) ?? []);
  return links.findLast((link) => new URL(link).pathname.startsWith(path));
}

/** The readable text of a mail file, whichever of the two encodings its parts have. */
function decodeMail(mail: string): string {
  return mail
    .split(/\r?\n--/)
    .map((part) => {
      const body = part
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join('\n\n');
      if (/encoding: base64/i.test(part))
        return Buffer.from(body.replaceAll(/[^A-Za-z0-9+/=]/g, ''), 'base64').toString();
      return body.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    })
    .join('\n');
}
