/** Names in the browser's storage, by channel. */
export function storageKeys(channelId: string) {
  const base = `otvet:${channelId}:`;
  return {
    token: `${base}token`,
    dialogId: `${base}dialog`,
    hasContact: `${base}contact`,
    readSeq: `${base}read`,
    outbox: `${base}out:`,
    told: `${base}told`,
    draft: `${base}draft`,
    closed: `${base}closed`,
    open: `${base}open`,
  };
}
