import { type Exchange, sendBytes, serve } from '../http/serve.ts';

/** How a document answers: what its owner allows, and what the host does with it. */
export type GoogleDocumentState =
  | 'public'
  | 'private'
  | 'unauthorized'
  | 'missing'
  | 'busy'
  | 'captcha'
  | 'broken'
  | 'wrong-type'
  | 'elsewhere';

type Format = { type: string; body: Buffer };

export type GoogleDocument = {
  id: string;
  title?: string;
  state?: GoogleDocumentState;
  /** What each format of the export gives: `docx`, `md`, `csv`, and `csv:7` for the sheet with this number. */
  formats: Record<string, Buffer | string>;
  /** Formats that are answered with so many bytes, whatever they hold. */
  huge?: Record<string, number>;
};

export type GoogleSimulator = {
  url: string;
  /** Paths that were asked for, in order. */
  calls: readonly string[];
  publish(document: GoogleDocument): void;
  close(): Promise<void>;
};

const HTML = 'text/html; charset=utf-8';
const types: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  md: 'text/markdown',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: HTML,
};
const BOM = '\uFEFF';
const SIGN_IN = '<!DOCTYPE html><html><head><title>Google Docs: Sign-in</title></head><body>Sign in</body></html>';
const UNUSUAL = '<html><body>Our systems have detected unusual traffic from your computer network.</body></html>';

/** A stand-in of the exports of Google's editors without a login, and of its file host. */
export async function startGoogleSimulator(
  options: { port?: number | undefined; host?: string | undefined } = {},
): Promise<GoogleSimulator> {
  const documents = new Map<string, GoogleDocument>();
  const calls: string[] = [];
  const server = await serve({
    ...options,
    handle: (exchange) => {
      calls.push(`${exchange.url.pathname}${exchange.url.search}`);
      route(documents, exchange);
    },
  });
  return {
    url: server.url,
    calls,
    publish: (document) => documents.set(document.id, document),
    close: server.close,
  };
}

function route(documents: Map<string, GoogleDocument>, exchange: Exchange): void {
  const { url } = exchange;
  const blob = /^\/blob\/([\w-]+)\/(.+)$/.exec(url.pathname);
  const id = blob?.[1] ?? /\/d\/(?:e\/)?([\w-]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id') ?? '';
  const document = documents.get(id);
  if (url.pathname === '/ServiceLogin') page(exchange, 200, SIGN_IN);
  else if (document === undefined || document.state === 'missing') page(exchange, 404, 'Not Found');
  else if (blob) sendFormat(exchange, document, decodeURIComponent(blob[2] ?? ''));
  else if (!refuse(exchange, document)) sendToBlob(exchange, document);
}

/** The link there lives for a short time; here it is only another address. */
function sendToBlob(exchange: Exchange, document: GoogleDocument): void {
  const format = formatOf(exchange.url, document);
  if (format === undefined) page(exchange, 400, 'Bad Request');
  else exchange.response.writeHead(307, { location: `/blob/${document.id}/${encodeURIComponent(format)}` }).end();
}

/** True when the document answers with something else than itself. */
function refuse(exchange: Exchange, { state = 'public' }: GoogleDocument): boolean {
  const { response } = exchange;
  switch (state) {
    case 'public':
      return false;
    case 'private':
      response.writeHead(302, { location: '/ServiceLogin?continue=document' }).end();
      return true;
    case 'elsewhere':
      response.writeHead(302, { location: 'https://accounts.google.com/v3/signin/identifier' }).end();
      return true;
    case 'unauthorized':
      page(exchange, 401, SIGN_IN);
      return true;
    case 'busy':
      page(exchange, 429, UNUSUAL);
      return true;
    case 'captcha':
      page(exchange, 200, UNUSUAL);
      return true;
    case 'broken':
      page(exchange, 500, 'Sorry, unable to open the file at this time.');
      return true;
    case 'wrong-type':
      sendBytes(response, { status: 200, body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } });
      return true;
    case 'missing':
      return true;
  }
}

/** The name of a format in the document; undefined where the host has no such export. */
function formatOf(url: URL, { formats }: GoogleDocument): string | undefined {
  if (url.pathname === '/uc') return Object.keys(formats)[0];
  const wanted = url.pathname.endsWith('/pub')
    ? (url.searchParams.get('output') ?? 'html')
    : url.searchParams.get('format');
  const gid = url.searchParams.get('gid');
  const name = gid === null ? `${wanted}` : `${wanted}:${gid}`;
  return name in formats ? name : undefined;
}

function sendFormat({ response }: Exchange, document: GoogleDocument, name: string): void {
  const { type, body } = readFormat(document, name);
  const title = `${document.title ?? 'Untitled'}.${name.split(':')[0]}`;
  const ascii = title.replaceAll(/[^\x20-\x7e]|"/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(title)}`;
  sendBytes(response, { status: 200, body, headers: { 'content-type': type, 'content-disposition': disposition } });
}

function readFormat({ formats, huge = {} }: GoogleDocument, name: string): Format {
  const ending = name.split(':')[0] ?? '';
  const held = formats[name] ?? '';
  const text = ending === 'txt' ? `${BOM}${held}` : held;
  const size = huge[name];
  const body = size === undefined ? Buffer.from(text) : Buffer.alloc(size, 'x');
  return { type: types[ending] ?? 'application/octet-stream', body };
}

function page({ response }: Exchange, status: number, html: string): void {
  sendBytes(response, { status, body: Buffer.from(html), headers: { 'content-type': HTML } });
}
