import { buildElement } from '../shared/build-element.ts';
import { buildIconButton } from './build-icon-button.ts';
import { icons } from './icons.ts';
import type { Texts } from './texts.ts';

type From = { clientId: string | null; id: string | null };

export type Pictures = { build(from: From): HTMLElement };

type Options = {
  words: Texts;
  /** Where the enlarged picture is shown: over the whole page. */
  root: ShadowRoot;
  load(from: From): Promise<Blob | undefined>;
};

/** Pictures in the conversation: loaded with the token, kept by address, enlarged at a click. */
export function createPictures({ words, root, load }: Options): Pictures {
  const loaded = new Map<string, Promise<string | undefined>>();
  const addressOf = (from: From) => {
    const key = from.clientId ?? from.id ?? '';
    const known = loaded.get(key);
    if (known !== undefined) return known;
    const address = load(from).then((blob) => (blob === undefined ? undefined : URL.createObjectURL(blob)));
    loaded.set(key, address);
    // What did not load is asked for again when the row is drawn again.
    void address.then((value) => value ?? loaded.delete(key));
    return address;
  };

  return {
    build: (from) => {
      const button = buildElement('button', { type: 'button', class: 'picture', 'aria-label': words.enlarge });
      void addressOf(from).then((address) => {
        if (address === undefined) {
          if (from.id !== null || from.clientId !== null) button.append(words.pictureFailed);
          return;
        }
        button.append(buildElement('img', { alt: words.picture, src: address }));
        button.addEventListener('click', () => enlarge(address, { words, root, opener: button }));
      });
      return button;
    },
  };
}

function enlarge(
  address: string,
  { words, root, opener }: { words: Texts; root: ShadowRoot; opener: HTMLElement },
): void {
  const close = buildIconButton(icons.close, words.shrink);
  const box = buildElement('div', {
    class: 'lightbox',
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': words.picture,
  });
  box.append(buildElement('img', { alt: words.picture, src: address }), close);
  const shut = () => {
    box.remove();
    opener.focus();
  };
  box.addEventListener('click', shut);
  box.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') shut();
    // The only thing to focus is the button.
    if (event.key === 'Tab') event.preventDefault();
  });
  root.append(box);
  close.focus();
}
