import type { ChannelOptions } from '@otvet/contract';
import type { OptionsDeclaration } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/storage/index.ts';

const FILE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** An address as we make it, or the id alone. */
const fileAddress = new RegExp(`^(?:/files/(?<accountId>${FILE_ID})/)?(?<fileId>${FILE_ID})(?:\\?[^/#]*)?$`);

type Owner = { accountId: string; declared: OptionsDeclaration | undefined };

/** Options that name an uploaded file are kept as its id; what is no picture of the account is refused. */
export async function readFileOptions(
  files: Files,
  { accountId, declared }: Owner,
  options: ChannelOptions,
): Promise<ChannelOptions> {
  const read = { ...options };
  for (const name of declared?.fileOptions ?? []) {
    const address = options[name];
    if (typeof address !== 'string') continue;
    const { fileId, accountId: owner = accountId } = fileAddress.exec(address)?.groups ?? {};
    const isOurs = fileId !== undefined && owner === accountId;
    const file = isOurs ? await files.find({ accountId, fileId }) : undefined;
    if (file?.kind !== 'image') throw notOurs(name);
    read[name] = file.id;
  }
  return read;
}

/** Marks the files of stored options as used; one that was removed meanwhile is refused. */
export async function attachOptionFiles(
  { files }: { files: Pick<Files, 'attach'> },
  { accountId, declared, options }: Owner & { options: ChannelOptions },
  tx: Queryable,
): Promise<void> {
  const named = (declared?.fileOptions ?? []).flatMap((name) => {
    const fileId = options[name];
    return typeof fileId === 'string' ? [{ name, fileId }] : [];
  });
  const found = new Set(await files.attach({ accountId, fileIds: named.map(({ fileId }) => fileId) }, tx));
  const missing = named.find(({ fileId }) => !found.has(fileId));
  if (missing) throw notOurs(missing.name);
}

const notOurs = (name: string) => new AppError('request.invalid', { details: { [`options.${name}`]: 'file' } });

/** Readers get an address that was signed for them just now. */
export function signFileOptions(files: Files, { accountId, declared }: Owner, options: ChannelOptions): ChannelOptions {
  const shown = { ...options };
  for (const name of declared?.fileOptions ?? []) {
    const fileId = options[name];
    if (typeof fileId === 'string') shown[name] = files.links.make({ accountId, fileId });
  }
  return shown;
}
