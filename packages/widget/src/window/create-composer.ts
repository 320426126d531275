import { buildElement } from '../shared/build-element.ts';
import type { SafeStorage } from '../shared/storage.ts';
import { buildIconButton } from './build-icon-button.ts';
import { icons } from './icons.ts';
import type { Texts } from './texts.ts';

export type Composer = {
  element: HTMLElement;
  /** Pictures from the button, the clipboard or a drop. */
  addFiles(files: Iterable<File>): void;
  focus(): void;
  setShown(isShown: boolean): void;
};

type Options = {
  words: Texts;
  /** Keeps the draft. */
  storage: SafeStorage;
  onSend(message: { text: string; files: File[] }): void;
  onTyping(): void;
};

const imageTypes = IMAGE_TYPES;
const TALLEST_PX = 132;

/** Where the visitor writes: Enter sends, Shift+Enter makes a line; pictures are checked and shown before they go. */
export function createComposer({ words, storage, onSend, onTyping }: Options): Composer {
  const input = buildElement('textarea', {
    rows: '1',
    placeholder: words.placeholder,
    'aria-label': words.message,
    maxlength: String(LIMITS.messageText),
    enterkeyhint: 'send',
  });
  const tray = createTray({ words, onChange: () => refresh() });
  const send = buildIconButton(icons.send, words.send, { type: 'submit', class: 'round send' });
  const line = buildElement('div', { class: 'line' }, ...tray.controls, input, send);
  const form = buildElement('form', { class: 'composer' }, ...tray.elements, line);

  const refresh = () => {
    input.style.setProperty('height', 'auto');
    input.style.setProperty('height', `${Math.min(input.scrollHeight, TALLEST_PX)}px`);
    form.classList.toggle('ready', input.value.trim() !== '' || tray.count() > 0);
  };
  const submit = () => {
    const text = input.value.trim();
    if (text === '' && tray.count() === 0) return;
    onSend({ text, files: tray.takeAll() });
    input.value = '';
    storage.drop('draft');
    refresh();
  };

  input.value = storage.read('draft') ?? '';
  input.addEventListener('input', () => {
    storage.write('draft', input.value);
    onTyping();
    refresh();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  input.addEventListener('paste', (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (pasted.length === 0) return;
    event.preventDefault();
    tray.add(pasted);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
    input.focus();
  });

  return {
    element: form,
    addFiles: tray.add,
    focus: () => {
      refresh();
      input.focus({ preventScroll: true });
    },
    setShown: (isShown) => {
      form.hidden = !isShown;
    },
  };
}

type Tray = {
  /** Button and its hidden file field, beside the text. */
  controls: HTMLElement[];
  /** Previews and the fault in words, above it. */
  elements: HTMLElement[];
  add(files: Iterable<File>): void;
  count(): number;
  takeAll(): File[];
};

/** Pictures that are chosen and not yet sent. */
function createTray({ words, onChange }: { words: Texts; onChange(): void }): Tray {
  const picker = buildElement('input', { type: 'file', accept: imageTypes.join(), multiple: '', hidden: '' });
  const attach = buildIconButton(icons.attach, words.attach);
  const thumbs = buildElement('div', { class: 'tray', hidden: '' });
  const note = buildElement('p', { class: 'note', role: 'alert' });
  const files = new Map<HTMLElement, File>();

  const drop = (thumb: HTMLElement) => {
    files.delete(thumb);
    thumb.remove();
    for (const image of thumb.querySelectorAll('img')) URL.revokeObjectURL(image.src);
    thumbs.hidden = files.size === 0;
    onChange();
  };
  const add = (added: Iterable<File>) => {
    note.textContent = '';
    for (const file of added) {
      const fault = findFault(file, files.size, words);
      if (fault !== '') note.textContent = fault;
      else {
        const thumb = buildThumb(file, { words, onDrop: drop });
        files.set(thumb, file);
        thumbs.append(thumb);
      }
    }
    thumbs.hidden = files.size === 0;
    onChange();
  };
  attach.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    add([...(picker.files ?? [])]);
    picker.value = '';
  });

  return {
    controls: [attach, picker],
    elements: [thumbs, note],
    add,
    count: () => files.size,
    takeAll: () => {
      const taken = [...files.values()];
      note.textContent = '';
      for (const thumb of files.keys()) drop(thumb);
      return taken;
    },
  };
}

function findFault(file: File, count: number, words: Texts): string {
  if (!imageTypes.includes(file.type)) return words['files.wrong_type'];
  return count >= LIMITS.photoMax ? words.tooMany : '';
}

function buildThumb(file: File, options: { words: Texts; onDrop(thumb: HTMLElement): void }): HTMLElement {
  const image = buildElement('img', { alt: file.name, src: URL.createObjectURL(file) });
  const remove = buildIconButton(icons.close, `${options.words.detach}: ${file.name}`, {});
  const thumb = buildElement('span', { class: 'thumb' }, image, remove);
  remove.addEventListener('click', () => options.onDrop(thumb));
  return thumb;
}
