import { foreignId } from '@otvet/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import type { VisitorDeps, VisitorDialog, WidgetChannel } from './deps.ts';
import { findLogoFile } from './widget-config.ts';

type Reading = { deps: Pick<VisitorDeps, 'files' | 'dialogs' | 'accounts'>; reply: FastifyReply };

const picturePath = z.object({ fileId: foreignId(100) });
const personPath = z.object({ fileId: z.uuid() });
const LOGO_MAX_AGE = 86_400;
/** A picture that was removed is gone from everywhere soon. */
const PERSON_MAX_AGE = 3600;

/** A picture of the visitor's own dialog; any other id, also one that exists elsewhere, is not found. */
export async function sendPicture(input: Reading & { dialog: VisitorDialog; params: unknown }): Promise<FastifyReply> {
  const { deps, reply, dialog, params } = input;
  const path = picturePath.safeParse(params);
  const fileId = path.success
    ? await deps.dialogs.findVisitorFile({ ...dialog, attachmentId: path.data.fileId })
    : undefined;
  if (fileId === undefined) throw new AppError('files.not_found');
  reply.header('Cache-Control', 'private, max-age=31536000, immutable');
  return sendFile({ deps, reply, accountId: dialog.accountId, fileId });
}

/** The picture of somebody who works in the channel's account, while it is that: like the logo, any page may show it. */
export async function sendPersonPicture(
  input: Reading & { channel: WidgetChannel; params: unknown },
): Promise<FastifyReply> {
  const { deps, reply, channel, params } = input;
  const { accountId } = channel;
  const path = personPath.safeParse(params);
  const isShown = path.success && (await deps.accounts.isPhoto({ accountId, fileId: path.data.fileId }));
  if (!isShown) throw new AppError('files.not_found');
  openToPages(reply, PERSON_MAX_AGE);
  return sendFile({ deps, reply, accountId, fileId: path.data.fileId });
}

/** The logo is public: any page may show it. */
export async function sendLogo(input: Reading & { channel: WidgetChannel }): Promise<FastifyReply> {
  const { deps, reply, channel } = input;
  const fileId = findLogoFile(channel.widget.customWidgetLogo);
  if (fileId === undefined) throw new AppError('files.not_found');
  openToPages(reply, LOGO_MAX_AGE);
  return sendFile({ deps, reply, accountId: channel.accountId, fileId });
}

function openToPages(reply: FastifyReply, maxAgeSeconds: number): void {
  reply
    .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Content-Security-Policy', "default-src 'none'; sandbox");
}

async function sendFile(input: Reading & { accountId: string; fileId: string }): Promise<FastifyReply> {
  const { deps, reply, accountId, fileId } = input;
  const file = await deps.files.open({ accountId, fileId });
  if (file === undefined || !file.contentType.startsWith('image/')) {
    file?.stream.destroy();
    reply.header('Cache-Control', 'no-store');
    throw new AppError('files.not_found');
  }
  return reply
    .header('Content-Type', file.contentType)
    .header('Content-Length', file.size)
    .header('Content-Disposition', 'inline')
    .send(file.stream);
}
