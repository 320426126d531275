/** A form or a dialog in which something was changed and not saved. */
export type Unsaved = {
  /** Asks the person; true: it may be given up. */
  ask: () => Promise<boolean>;
  /** Gives it up. */
  discard: () => void;
};

const open = new Set<Unsaved>();
const listeners = new Set<(hasUnsaved: boolean) => void>();

function tell(): void {
  for (const listener of [...listeners]) listener(open.size > 0);
}

/** Says that something is changed; the returned function says that it is saved, given up or gone. */
export function reportUnsaved(unsaved: Unsaved): () => void {
  open.add(unsaved);
  tell();
  return () => {
    if (open.delete(unsaved)) tell();
  };
}

/** Hears when there begins to be something unsaved, and when there is nothing any more. */
export function watchUnsaved(listener: (hasUnsaved: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the screen may be left: asks once, in the newest form, and then gives up what all of them hold. */
export async function mayLeave(): Promise<boolean> {
  const newest = [...open].at(-1);
  if (newest === undefined) return true;
  if (!(await newest.ask())) return false;
  for (const unsaved of [...open]) {
    unsaved.discard();
    open.delete(unsaved);
  }
  tell();
  return true;
}
