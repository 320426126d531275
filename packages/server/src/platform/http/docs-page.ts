import { escapeHtml } from '../text/escape-html.ts';
import type { OpenApiDocument } from './openapi-document.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The reference as one page of plain HTML: no script, no request to anywhere. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag);
    return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${own.map(renderOperation).join('')}`;
  });
  const links = tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(document.info.title)} API</h1>
<p>All paths stand under <code>/api</code>. Send <code>Authorization: Bearer &lt;token&gt;</code> unless the access is
<code>public</code>. The machine-readable form is <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav>${links}</nav>${sections.join('')}</main></body></html>`;
}

type Operation = { path: string; method: string; operation: NonNullable<PathItem[(typeof methods)[number]]> };
type PathItem = NonNullable<NonNullable<OpenApiDocument['paths']>[string]>;

function renderOperation({ path, method, operation }: Operation): string {
  const parts = [
    renderSchema('Parameters', operation.parameters),
    renderSchema('Body', operation.requestBody),
    renderSchema('Answers', operation.responses),
  ];
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary ?? '')}</span></summary><p>${escapeHtml(operation.description ?? '')}</p>${parts.join('')}</details>`;
}

function renderSchema(title: string, schema: unknown): string {
  if (schema === undefined) return '';
  return `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(schema, undefined, 2))}</pre>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1b2430;background:#f6f8fa;margin:0}
main{max-width:960px;margin:0 auto;padding:24px}nav a{margin-right:12px}details{background:#fff;border:1px solid #d3dce5;
border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}summary span{color:#435162}
pre{background:#f6f8fa;padding:12px;overflow:auto;font-size:13px}a{color:#1b2430}`;
