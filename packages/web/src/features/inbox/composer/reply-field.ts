let wanted: string | undefined;

/** The reply field of this dialog takes the focus as soon as it stands. */
export function wantReplyField(uniqueId: string): void {
  wanted = uniqueId;
}

/** Whether the focus was asked for in this dialog; asked once. */
export function takeFieldWish(uniqueId: string): boolean {
  const isMine = wanted === uniqueId;
  if (isMine) wanted = undefined;
  return isMine;
}
