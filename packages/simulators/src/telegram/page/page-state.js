// What the chat page knows, and its two ways to the simulator.

export const state = {
  bots: [],
  people: [],
  token: undefined,
  personId: undefined,
  chats: new Map(),
  unread: new Map(),
  blocked: new Set(),
  typing: undefined,
};

const TOAST_MS = 4000;

export const find = (id) => document.getElementById(id);

/** Who is blocked where. */
export const blockKey = () => `${state.token} ${state.personId}`;

export const findPerson = () => state.people.find(({ id }) => id === state.personId);

export const read = async (path) => (await fetch(`/_sim/${path}`)).json();

/** Does something on the platform's side; false (and a notice) when that failed. */
export async function act(name, body) {
  const response = await fetch(`/_sim/${name}`, { method: 'POST', body: JSON.stringify(body) }).catch(() => undefined);
  if (response?.ok) return true;
  showToast('Не получилось отправить: симулятор не ответил.');
  return false;
}

/** The contents of a file or recording as the simulator takes them. */
export async function readMedia(blob) {
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  const [mimeType] = blob.type.split(';');
  return { base64: address.slice(address.indexOf(',') + 1), mimeType };
}

/** A button that is an icon: its words are read aloud and shown by the pointer. */
export function setButtonLabel(id, text) {
  find(id).title = text;
  find(`${id}-label`).textContent = text;
}

export function showToast(text) {
  find('toast').textContent = text;
  find('toast').hidden = false;
  setTimeout(() => {
    find('toast').hidden = true;
  }, TOAST_MS);
}
