/** Line drawings in a box of 24 units. */
export const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M5 12l15-7-6 15-2.6-6.2z',
  attach: 'M20 11l-8 8a5 5 0 0 1-7-7l8-8a3 3 0 0 1 5 5l-8 8a2 2 0 0 1-3-3l7-7',
  down: 'M12 5v14M6 13l6 6 6-6',
  chat: 'M4 11.5a7.5 7.5 0 0 1 7.5-7.5h1a7.5 7.5 0 0 1 0 15H12l-5 2.5.6-4A7.5 7.5 0 0 1 4 11.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 1.7',
  alert: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16h.01',
} as const;
