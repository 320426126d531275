declare module 'virtual:contract' {
  /** Method and address of every procedure: `chat.send` → `POST /v1/chat/messages/{id}/`. */
  export const routes: Readonly<Record<string, string>>;
}
