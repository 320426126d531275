/** How a server that has only the address of its machine is started with one for everybody. */
export const PUBLIC_START = 'PUBLIC_URL=https://chat.example.com npm start';
