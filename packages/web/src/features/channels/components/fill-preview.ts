const CHANNEL_ID = 'preview';
const STORED = `otvet:${CHANNEL_ID}:`;

/**
 * Runs the widget's own loader in an empty frame of this page. The frame's `fetch` gives it these settings and answers
 * nothing else, so no visitor and no dialog comes of it.
 */
export function fillPreview(frame: HTMLIFrameElement, { config, isOpen }: { config: string; isOpen: boolean }): void {
  const { contentWindow: page, contentDocument: document } = frame;
  if (page === null || document === null) return;
  forgetPreview(page.localStorage);
  forgetPreview(page.sessionStorage);
  if (isOpen) page.sessionStorage.setItem(`${STORED}open`, '1');
  page.fetch = async (address) =>
    String(address).includes(`/widget/${CHANNEL_ID}/config`)
      ? new Response(config, { headers: { 'Content-Type': 'application/json' } })
      : await new Promise<never>(() => undefined);
  const loader = document.createElement('script');
  loader.src = '/widget.js';
  loader.dataset.id = CHANNEL_ID;
  document.body.append(loader);
}

/** What an earlier preview wrote: the frame shares the storage of this page. */
function forgetPreview(storage: Storage): void {
  for (const name of Object.keys(storage)) if (name.startsWith(STORED)) storage.removeItem(name);
}
