import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl';

describe('secrets inside a text', () => {
  it.each([
    [`bearer-${JWT} refused`, 'bearer-[redacted] refused'],
    [`jwt=${JWT};`, 'jwt=[redacted];'],
    ['version 1.2.3 of eyJ-lib', 'version 1.2.3 of eyJ-lib'],
    ['GET /a?access_token=abc&page=2&api-key=x', 'GET /a?access_token=[redacted]&page=2&api-key=[redacted]'],
    ['GET /a?monkey=abc', 'GET /a?monkey=[redacted]'],
    ['GET /a?page=2', 'GET /a?page=2'],
    ['mail to (ann.b@shop.example.com), then', 'mail to ([redacted]), then'],
  ])('%j is logged as %j', (text, logged) => {
    expect(redactText(text)).toBe(logged);
  });
});
