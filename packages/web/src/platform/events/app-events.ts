/** Events inside the browser app. */
export type AppEvents = {
  'auth-token-refreshed': { token: string };
  /** The session cannot be renewed: the user must sign in again. */
  'auth-lost': Record<string, never>;
  'signed-out': { backto: string | undefined };
};

type Listener<Event> = (event: Event) => void;

/** The bus on which parts of the app tell each other what happened. */
export type AppEventBus = {
  emit<Name extends keyof AppEvents>(name: Name, event: AppEvents[Name]): void;
  on<Name extends keyof AppEvents>(name: Name, listener: Listener<AppEvents[Name]>): () => void;
};

/** Makes an empty bus. */
export function createAppEvents(): AppEventBus {
  const listeners: { [Name in keyof AppEvents]: Set<Listener<AppEvents[Name]>> } = {
    'auth-token-refreshed': new Set(),
    'auth-lost': new Set(),
    'signed-out': new Set(),
  };
  return {
    emit: (name, event) => {
      for (const listener of [...listeners[name]]) listener(event);
    },
    on: (name, listener) => {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
  };
}

/** The bus of the running app. */
export const appEvents = createAppEvents();
