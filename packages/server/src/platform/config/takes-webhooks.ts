/** Whether platforms bring their messages to this address: they take https alone. */
export function takesWebhooks(url: string | undefined): boolean {
  return url?.startsWith('https://') === true;
}
