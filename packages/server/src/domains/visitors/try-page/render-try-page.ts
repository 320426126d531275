import type { Locale } from '@otvet/contract';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import { tryArt } from './try-art.ts';
import { tryTexts } from './try-texts.ts';

type TryPage = { channelId: string; locale: Locale; origin: string };

/** A sample shop that hosts the real embed line. Everything in it is ours: no settings and no customer text. */
export function renderTryPage({ channelId, locale, origin }: TryPage): string {
  const texts = tryTexts[locale];
  const embed = `<script async src="${origin}/widget.js" data-id="${channelId}"></script>`;
  const other = locale === 'ru' ? 'en' : 'ru';
  const drawings = [tryArt.sofa, tryArt.lamp, tryArt.chair];
  const goods = texts.goods.map(
    (good, index) =>
      `<li class="good"><div class="pic">${drawings[index] ?? ''}</div><div><h2>${good.name}</h2><p>${good.note}</p><span class="price">${good.price}</span></div></li>`,
  );
  return page({
    locale,
    title: `${texts.title} · ${texts.shop}`,
    body: `<aside><div class="bar"><span>${texts.bar}</span><a href="?lang=${other}" lang="${other}">${texts.switchTo}</a></div>
<div class="code">${escapeHtml(texts.copyHint)} <code>${escapeHtml(embed)}</code></div></aside>
<div class="wrap">
<header><span class="name">${texts.shop}</span><nav>${texts.menu.map((item) => `<span>${item}</span>`).join('')}</nav></header>
<main>
<section class="hero"><div class="words"><h1>${texts.headline}</h1><p class="lead">${texts.lead}</p></div><div class="art">${tryArt.room}</div></section>
<ul class="goods">${goods.join('')}</ul>
<ul class="facts">${texts.facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>
</main>
<footer>${texts.footer}</footer>
</div>
<script async src="/widget.js" data-id="${channelId}"></script>`,
  });
}

/** Said in words to a person who follows a wrong address. */
export function renderMissingPage(locale: Locale): string {
  const texts = tryTexts[locale];
  return page({
    locale,
    title: texts.missingTitle,
    body: `<main class="missing"><h1>${texts.missingTitle}</h1><p class="lead">${texts.missingText}</p></main>`,
  });
}

function page({ locale, title, body }: { locale: Locale; title: string; body: string }): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/try/style.css">
</head>
<body>
${body}
</body>
</html>
`;
}
