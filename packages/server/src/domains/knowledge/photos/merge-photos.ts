type Photos = { photos: readonly string[]; before: readonly string[]; now: readonly string[] };

/** The pictures that somebody chose who saw those of `before`: without what others took away since then, and with what they added. */
export function mergePhotos({ photos, before, now }: Photos): string[] {
  const isRemoved = (id: string) => before.includes(id) && !now.includes(id);
  const added = now.filter((id) => !before.includes(id) && !photos.includes(id));
  return [...photos.filter((id) => !isRemoved(id)), ...added];
}
