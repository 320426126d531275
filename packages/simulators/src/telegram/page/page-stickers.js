// Stickers: a picture of an emoji, as large as the platform's own.
import { find, readMedia } from './page-state.js';
import { make } from './page-view.js';

const EMOJI = ['👍', '❤️', '😂', '🔥', '🙏', '🎉', '🤔', '😢'];
const SIDE = 512;

/** The button opens the choice; a chosen sticker is sent at once. */
export function prepareStickers(send) {
  const buttons = EMOJI.map((emoji) =>
    make('button', {
      type: 'button',
      text: emoji,
      ariaLabel: `Стикер ${emoji}`,
      onclick: () => sendSticker(emoji, send),
    }),
  );
  find('stickers').replaceChildren(...buttons);
  find('stickers-open').onclick = () => showStickers(find('stickers').hidden);
  find('stickers').onkeydown = ({ key }) => {
    if (key !== 'Escape') return;
    showStickers(false);
    find('stickers-open').focus();
  };
}

function showStickers(isOpen) {
  find('stickers').hidden = !isOpen;
  find('stickers-open').ariaExpanded = String(isOpen);
  if (isOpen) find('stickers').firstElementChild.focus();
}

async function sendSticker(emoji, send) {
  showStickers(false);
  find('text').focus();
  await send({ sticker: { emoji, ...(await readMedia(await drawEmoji(emoji))) } });
}

function drawEmoji(emoji) {
  const canvas = make('canvas', { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d');
  context.font = `${SIDE * 0.78}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(emoji, SIDE / 2, SIDE * 0.54);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp'));
}
