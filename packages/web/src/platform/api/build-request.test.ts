import { expect, it } from 'vitest';
import { buildRequest, readRoute } from './build-request.ts';

const build = (route: string, input: Record<string, unknown>) =>
  buildRequest({
    route: readRoute(route),
    base: 'https://desk.example/api',
    input,
    signal: new AbortController().signal,
  });

it('a GET names its parameters in the address and the rest in the query, without what is undefined', () => {
  const request = build('GET /v1/chat/messages/{id}/', { id: 'a/б?_1', limit: 50, after: undefined, waiting: true });
  expect(request.method).toBe('GET');
  expect(request.url).toBe('https://desk.example/api/v1/chat/messages/a%2F%D0%B1%3F_1/?limit=50&waiting=true');
});

it('an id that looks like a path stays one segment', () => {
  expect(new URL(build('GET /v1/x/{id}/', { id: '../../admin' }).url).pathname).toBe('/api/v1/x/..%2F..%2Fadmin/');
});

it('a POST sends the rest as JSON', async () => {
  const request = build('POST /v1/chat/messages/{id}/', { id: '1', text: 'да', urls: ['a'] });
  expect(request.headers.get('content-type')).toBe('application/json');
  expect(await request.json()).toEqual({ text: 'да', urls: ['a'] });
});

it('a file goes as a form', async () => {
  const request = build('POST /v1/upload/photos/', { file: new File(['x'], 'a.png', { type: 'image/png' }) });
  const file = (await request.formData()).get('file');
  expect(file instanceof File && file.name).toBe('a.png');
});
