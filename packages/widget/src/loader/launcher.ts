import type { WidgetConfig } from '@otvet/contract';
import { addStyle, buildElement, buildIcon } from '../shared/build-element.ts';
import { parseHex, readableOn, toCss } from '../shared/colors.ts';
import type { Language } from '../shared/host.ts';
import css from './launcher.css?inline';

const texts = {
  ru: { open: 'Открыть чат', close: 'Закрыть чат', unread: 'непрочитанных сообщений' },
  en: { open: 'Open chat', close: 'Close chat', unread: 'unread messages' },
};
const BUBBLE =
  'M4 11.5a7.5 7.5 0 0 1 7.5-7.5h1a7.5 7.5 0 0 1 0 15H12l-5 2.5.6-4A7.5 7.5 0 0 1 4 11.5zM9 11.5h.01M12.2 11.5h.01M15.4 11.5h.01';
const CHEVRON = 'M6 9.5l6 6 6-6';

export type Launcher = {
  root: ShadowRoot;
  button: HTMLButtonElement;
  showState(state: { isOpen: boolean; unread: number }): void;
};

/** The round button, alone in a shadow root that the window later moves into. */
export function buildLauncher(input: { config: WidgetConfig; base: string; language: Language }): Launcher {
  const { config, base, language } = input;
  const labels = texts[language];
  const host = buildElement('div', { id: 'otvet-widget', lang: language });
  const root = host.attachShadow({ mode: 'open' });
  host.className = config.position;
  addStyle(root, css);
  const accent = parseHex(config.color);
  host.style.setProperty('--accent', toCss(accent));
  host.style.setProperty('--on', toCss(readableOn(accent)));

  const badge = buildElement('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' });
  const button = buildElement('button', { type: 'button', class: 'launcher', 'aria-haspopup': 'dialog' });
  const closedFace = buildFace(config, base);
  const showState: Launcher['showState'] = ({ isOpen, unread }) => {
    const isCounted = unread > 0 && !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    button.setAttribute(
      'aria-label',
      isOpen ? labels.close : labels.open + (isCounted ? `, ${labels.unread}: ${unread}` : ''),
    );
    badge.textContent = unread > 9 ? '9+' : String(unread);
    badge.hidden = !isCounted;
    button.replaceChildren(isOpen ? buildIcon(CHEVRON) : closedFace, badge);
  };
  showState({ isOpen: false, unread: 0 });
  root.append(button);
  (document.body ?? document.documentElement).append(host);
  return { root, button, showState };
}

function buildFace(config: WidgetConfig, base: string): Element {
  const icon = buildIcon(BUBBLE);
  if (config.logo === null) return icon;
  const logo = buildElement('img', { alt: '', src: new URL(config.logo, base).href });
  logo.addEventListener('error', () => logo.replaceWith(icon));
  return logo;
}
