import { describe, expect, it } from 'vitest';
import { readRoute } from './build-request.ts';
import { callTimeoutMs } from './call-timeout.ts';

const timeoutOf = (route: string, input: Record<string, unknown>) => callTimeoutMs(readRoute(route), input);

describe('time limits of calls', () => {
  it('an upload has none: a large picture on a slow line takes what it takes', () => {
    expect(timeoutOf('POST /v1/upload/photos/', { file: new File(['x'], 'a.png') })).toBeUndefined();
  });

  it('any other call ends after 180 s, the import of a table by its address after 240 s', () => {
    expect(timeoutOf('POST /v1/chat/messages/{id}/', { id: '1', text: 'да' })).toBe(180_000);
    expect(timeoutOf('POST /v1/upload/upload-qa-spreadsheet/{kbId}/', { kbId: '1', url: 'https://a.example' })).toBe(
      240_000,
    );
  });
});
