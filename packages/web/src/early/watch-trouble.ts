import type { Locale } from '@otvet/contract';

/** Spoken before any catalogue is there. */
const words: Record<Locale, { text: string; reload: string }> = {
  ru: { text: 'Страница загружается дольше обычного. Проверьте связь.', reload: 'Загрузить заново' },
  en: { text: 'The page takes longer than usual to load. Check your connection.', reload: 'Load again' },
};
const PATIENCE_MS = 15_000;

/** While the drawn shell stands there: says so when the app does not come, or one of its files cannot be had. */
export function watchTrouble(locale: Locale): void {
  const tell = () => tellTrouble(words[locale]);
  window.setTimeout(tell, PATIENCE_MS);
  // Failures of files do not bubble.
  window.addEventListener('error', tell, { capture: true });
  window.addEventListener('unhandledrejection', tell);
}

function tellTrouble({ text, reload }: (typeof words)[Locale]): void {
  const place = document.querySelector('.early-words');
  if (place === null || place.childElementCount > 0) return;
  const told = Object.assign(document.createElement('p'), { textContent: text });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: reload });
  button.addEventListener('click', () => window.location.reload());
  place.append(told, button);
}
