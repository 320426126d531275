import { expect, it } from 'vitest';
import { describeGoogleLink, parseGoogleLink } from './google-link.ts';

const ID = '1aB2-cD3_eF4gH5iJ6kL7mN8oP9';
const PUBLISHED = `2PACX-${ID}`;

it.each([
  [`https://docs.google.com/document/d/${ID}/edit?usp=sharing`, { kind: 'document', id: ID, tab: null }],
  [`docs.google.com/document/d/${ID}`, { kind: 'document', id: ID, tab: null }],
  [`https://docs.google.com/document/d/${ID}/edit?tab=t.0#heading=h.x`, { kind: 'document', id: ID, tab: 't.0' }],
  [`https://docs.google.com/a/acme.com/document/d/${ID}/edit`, { kind: 'document', id: ID, tab: null }],
  [`https://docs.google.com/document/u/1/d/${ID}/edit`, { kind: 'document', id: ID, tab: null }],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing#gid=0`, { kind: 'sheet', id: ID, gid: '0' }],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=77#gid=0`, { kind: 'sheet', id: ID, gid: '77' }],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=x'`, { kind: 'sheet', id: ID, gid: null }],
  [`https://docs.google.com/presentation/d/${ID}/edit`, { kind: 'slides', id: ID }],
  [`https://docs.google.com/document/d/e/${PUBLISHED}/pub`, { kind: 'published_document', id: PUBLISHED }],
  [
    `https://docs.google.com/spreadsheets/d/e/${PUBLISHED}/pubhtml?gid=5&single=true`,
    { kind: 'published_sheet', id: PUBLISHED, gid: '5' },
  ],
  [`https://drive.google.com/file/d/${ID}/view?usp=drive_link`, { kind: 'drive_file', id: ID }],
  [`https://drive.google.com/open?id=${ID}`, { kind: 'drive_file', id: ID }],
  [`https://drive.google.com/uc?id=${ID}&export=download`, { kind: 'drive_file', id: ID }],
  [`https://drive.google.com/drive/folders/${ID}`, 'unsupported'],
  [`https://docs.google.com/forms/d/${ID}/viewform`, 'unsupported'],
  ['https://docs.google.com/document/d/short/edit', undefined],
  [`https://docs.google.com.evil.example/document/d/${ID}`, undefined],
  [`https://user:pass@docs.google.com/document/d/${ID}`, undefined],
  [`https://docs.google.com:8443/document/d/${ID}`, undefined],
  [`https://evil.example/?u=https://docs.google.com/document/d/${ID}`, undefined],
  ['', undefined],
])('%s', (text, expected) => {
  const link = parseGoogleLink(text);
  expect(link).toEqual(expected);
  // What is kept names the same thing.
  if (link !== undefined && link !== 'unsupported')
    expect(parseGoogleLink(describeGoogleLink(link).link)).toEqual(link);
});

it('one document has one identity, however it was pasted; its sheets are documents of their own', () => {
  const identityOf = (text: string) => {
    const link = parseGoogleLink(text);
    return link === undefined || link === 'unsupported' ? link : describeGoogleLink(link).identity;
  };
  const sheet = `https://docs.google.com/spreadsheets/d/${ID}/edit`;
  expect(identityOf(`${sheet}?gid=3`)).toBe(identityOf(`${sheet}?usp=sharing#gid=3`));
  expect(identityOf(`${sheet}?gid=3`)).not.toBe(identityOf(`${sheet}?gid=4`));
});
