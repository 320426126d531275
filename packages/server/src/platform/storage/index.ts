export { createFiles, type Files, type FilesDeps } from './create-files.ts';
export { createImages } from './images.ts';
export { mountFiles } from './mount-files.ts';
export { probeFolder } from './probe-folder.ts';
export type { StoredFile, StoredImage } from './store.ts';
export type { Uploader } from './uploader.ts';
