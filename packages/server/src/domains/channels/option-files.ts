import type { ChannelOptions } from '@otvet/contract';
import type { OptionsDeclaration } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/storage/index.ts';

const fileIdAtEnd = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?[^/]*)?$/;

type Owner = { accountId: string; declared: OptionsDeclaration | undefined };

/** Options that name an uploaded file are kept as its id; a file that the account does not have is refused. */
export async function readFileOptions(
  files: Files,
  { accountId, declared }: Owner,
  options: ChannelOptions,
): Promise<ChannelOptions> {
  const read = { ...options };
  for (const name of declared?.fileOptions ?? []) {
    const address = options[name];
    if (typeof address !== 'string') continue;
    const fileId = fileIdAtEnd.exec(address)?.[1];
    const file = fileId === undefined ? undefined : await files.find({ accountId, fileId });
    if (!file) throw new AppError('request.invalid', { details: { [`options.${name}`]: 'file' } });
    read[name] = file.id;
  }
  return read;
}

/** Readers get an address that was signed for them just now. */
export function signFileOptions(files: Files, { accountId, declared }: Owner, options: ChannelOptions): ChannelOptions {
  const shown = { ...options };
  for (const name of declared?.fileOptions ?? []) {
    const fileId = options[name];
    if (typeof fileId === 'string') shown[name] = files.links.make({ accountId, fileId });
  }
  return shown;
}
