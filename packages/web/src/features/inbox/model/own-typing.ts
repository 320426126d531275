/** Whether the reader types himself, here or in another window of his. */
export function isOwnTyping({ userId }: { userId: string | null }, me: string | undefined): boolean {
  return userId !== null && userId === me;
}
