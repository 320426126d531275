import { colorIndexOf, initialsOf, personColors } from '@otvet/contract/values';
import { addStyle, buildElement } from '../shared/build-element.ts';
import type { PersonModule } from '../shared/host.ts';
import css from './person.css?inline';

const styled = new WeakSet<Node>();

/** Puts a person's mark before the name: the picture, or initials on a colour that goes by the name. The line keeps its height. */
export const showPerson: PersonModule['showPerson'] = (who, picture) => {
  const name = who.textContent ?? '';
  const color = personColors[colorIndexOf(name)];
  const face = buildElement('span', { class: 'face', 'aria-hidden': 'true' }, initialsOf(name));
  face.style.background = color?.ground ?? '';
  face.style.color = color?.letter ?? '';
  who.classList.add('person');
  who.prepend(face);
  styleRoot(who.getRootNode());
  if (picture === null) return;
  // The initials stay until the picture is there, and for good where it cannot be loaded.
  const image = buildElement('img', { alt: '', src: new URL(picture, import.meta.url).href });
  image.addEventListener('load', () => face.replaceChildren(image));
};

function styleRoot(root: Node): void {
  if (!(root instanceof ShadowRoot) || styled.has(root)) return;
  styled.add(root);
  addStyle(root, css);
}
