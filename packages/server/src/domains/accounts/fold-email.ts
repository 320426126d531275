/** The form in which an address is unique: `A@x.ru`, `a@X.ru` and full-width look-alikes are one account. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
