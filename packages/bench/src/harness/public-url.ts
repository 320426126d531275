/** An https address puts bots in webhook mode; nobody looks it up. Pages that open sockets are pages of it. */
export const PUBLIC_URL = 'https://bench.example';
