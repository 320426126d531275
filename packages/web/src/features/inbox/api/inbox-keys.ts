/** Where the cache keeps the lists of dialogs; a list's filter follows. */
export const dialogsKey = ['dialogs'] as const;

/** Where the cache keeps the messages of a dialog. */
export const threadKey = (uniqueId: string) => ['thread', uniqueId] as const;
