import { refuseDocument } from '../refuse-document.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

/** The part with the text, which the list of parts names by its type. Another format, or one with macros, is refused. */
export async function findMainPart(archive: Archive, format: 'wordprocessingml' | 'spreadsheetml'): Promise<string> {
  let main: string | undefined;
  if (!archive.names.includes('[Content_Types].xml')) refuseDocument('wrong_type');
  await readXml(archive.inflate('[Content_Types].xml'), {
    open({ name, attributes }) {
      const { ContentType: type = '', PartName: part = '' } = attributes;
      if (/macroEnabled|vbaProject/i.test(type) && name === 'Override') refuseDocument('wrong_type');
      const isMain = /\.(?:document|sheet|template)\.main\+xml$/.test(type) && type.includes(format);
      if (name === 'Override' && isMain) main = part.startsWith('/') ? part.slice(1) : part;
    },
  });
  if (main === undefined) main = await findByRelation(archive, format);
  if (main === undefined || !archive.names.includes(main)) refuseDocument('wrong_type');
  return main;
}

/** Some programs name the types of their parts by their endings alone. */
async function findByRelation(archive: Archive, format: string): Promise<string | undefined> {
  let main: string | undefined;
  await readXml(archive.inflate('_rels/.rels'), {
    open({ attributes: { Type: type = '', Target: target = '' } }) {
      if (type.endsWith('/officeDocument')) main = target.startsWith('/') ? target.slice(1) : target;
    },
  });
  const folder = format === 'wordprocessingml' ? 'word/' : 'xl/';
  return main?.startsWith(folder) === true ? main : undefined;
}
