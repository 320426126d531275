import type { UploadedFile } from '../http/read-body.ts';
import { VkError, wrongParameter } from './errors.ts';
import { requireGroupKey } from './group-methods.ts';
import type { Request } from './schemas.ts';
import type { VkAttachment, World } from './world.ts';

const ATTACHED: Record<string, string> = { doc: 'doc', audio_message: 'audio_message' };

export const mediaMethods = {
  'photos.getMessagesUploadServer': (world: World) => {
    requireRight(world, 'photos');
    return { upload_url: `${world.url}/upload/photo`, album_id: -64, group_id: 0, user_id: 0 };
  },
  'photos.saveMessagesPhoto': (world: World, { photo }: Request<'photos.saveMessagesPhoto'>) => {
    requireRight(world, 'photos');
    const { id, media } = takeUpload(world, photo);
    const saved = { id, owner_id: -world.groupId, access_key: `key${id}` };
    const sizes = [{ type: 'x', url: media, width: 604, height: 453 }];
    keep(world, `photo${saved.owner_id}_${id}_${saved.access_key}`, { type: 'photo', photo: { ...saved, sizes } });
    return [{ ...saved, album_id: -64, date: 0, has_tags: false, sizes }];
  },
  'docs.getMessagesUploadServer': (world: World, { type }: Request<'docs.getMessagesUploadServer'>) => {
    requireRight(world, 'docs');
    return { upload_url: `${world.url}/upload/${type}` };
  },
  'docs.save': (world: World, { file, title = 'file' }: Request<'docs.save'>) => {
    requireRight(world, 'docs');
    const { id, media, kind } = takeUpload(world, file);
    const type = ATTACHED[kind] ?? 'doc';
    const owner_id = -world.groupId;
    const content =
      type === 'doc'
        ? { id, owner_id, title, size: 1, ext: title.split('.').at(-1), url: media, type: 8 }
        : { id, owner_id, duration: 1, link_ogg: media, link_mp3: media, waveform: [] };
    keep(world, `${type}${owner_id}_${id}`, { type, [type]: content });
    return { type, [type]: content };
  },
  'users.get': (world: World, { user_ids }: Request<'users.get'>) => {
    requireGroupKey(world);
    const id = Number(user_ids);
    const name = world.people.get(id);
    if (name === undefined) return [{ id, first_name: 'DELETED', last_name: '', deactivated: 'deleted' }];
    const [first_name = '', ...rest] = name.split(' ');
    return [{ id, first_name, last_name: rest.join(' '), screen_name: `id${id}`, domain: `id${id}` }];
  },
};

function requireRight({ permissions }: World, right: string): void {
  if (!permissions.has(right)) throw new VkError(15, `Access denied: no access to ${right}`);
}

function keep(world: World, name: string, attachment: VkAttachment): void {
  world.uploads.saved.set(name, attachment);
}

function takeUpload(world: World, name: string): { id: number; media: string; kind: string } {
  const upload = world.uploads.waiting.get(name);
  if (!upload) throw wrongParameter('file is undefined or invalid');
  world.uploads.waiting.delete(name);
  const id = world.newId();
  return { id, media: storeFile(world, { id, ...upload }), kind: upload.kind };
}

/** Gives the address of the bytes. */
export function storeFile(world: World, file: { id: number; bytes: Buffer; contentType: string }): string {
  world.files.set(String(file.id), file);
  return `${world.url}/media/${file.id}`;
}

/** The upload host answers in a form of its own, which is handed back to the call that saves. */
export function takeFile(world: World, kind: string, files: UploadedFile[]): unknown {
  const field = kind === 'photo' ? 'photo' : 'file';
  const file = files.find((one) => one.field === field);
  if (!file) return { error: 'no_file', error_descr: 'no file was sent' };
  if (kind === 'photo' && !/^image\/(?:jpeg|png|gif)$/.test(file.mimeType))
    return { server: 1, photo: '[]', hash: 'h' };
  if (/\.(?:exe|mp3)$/i.test(file.name)) return { error: 'wrong_file_type', error_descr: 'this type is not taken' };
  const name = `upload-${world.newId()}`;
  world.uploads.waiting.set(name, { bytes: file.bytes, contentType: file.mimeType, kind });
  return kind === 'photo' ? { server: 1, photo: name, hash: 'h' } : { file: name };
}
