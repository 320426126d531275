import { addStyle, buildElement, buildIcon } from '../shared/build-element.ts';
import type { TeaserModule } from '../shared/host.ts';
import { storageKey } from '../shared/keys.ts';
import { openStorage } from '../shared/storage.ts';
import css from './teaser.css?inline';

const texts = { ru: 'Скрыть подсказку', en: 'Hide the hint' };
const CROSS = 'M7 7l10 10M17 7L7 17';

/** The line beside the closed button: a press opens the chat. Once closed, or once the chat was open, it stays away until its words change. */
export const showTeaser: TeaserModule['showTeaser'] = ({ root, button, channelId, language, text }) => {
  addStyle(root, css);
  const line = buildElement('button', { type: 'button', class: 'line' }, buildElement('bdi', {}, text));
  const close = buildElement('button', { type: 'button', class: 'hide', 'aria-label': texts[language] });
  close.append(buildIcon(CROSS));
  const teaser = buildElement('div', { class: 'teaser' }, line, close);
  const isOpen = () => button.getAttribute('aria-expanded') === 'true';
  const watch = new MutationObserver(() => isOpen() && hide());

  function hide(): void {
    watch.disconnect();
    teaser.remove();
    openStorage('localStorage', channelId).write('teaser', text);
  }

  line.addEventListener('click', () => button.click());
  close.addEventListener('click', () => {
    hide();
    button.focus();
  });
  // Another tab of the same site: hidden there, hidden here.
  window.addEventListener('storage', ({ key }) => key === storageKey(channelId, 'teaser') && hide());
  watch.observe(button, { attributeFilter: ['aria-expanded'] });
  if (!isOpen()) root.append(teaser);
};
