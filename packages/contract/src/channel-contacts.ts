/** The fields of a channel's settings that say who hears of a new dialog: whether, and where. */
export const noticeFields = {
  email: { isOn: 'startEmailNotify', address: 'notificationEmail' },
  chat: { isOn: 'startTelegramNotify', address: 'telegramChatId' },
} as const;

/** The fields with other ways to reach the business. */
export const contactFields = { phone: 'whatsappPhone', links: 'socialLinks' } as const;

type Contacts = { whatsappPhone: string; socialLinks: readonly { network: string; value: string }[] };

/** These ways as lines, such as `instagram: https://…`. */
export function listContacts({ whatsappPhone, socialLinks }: Contacts): string[] {
  const links = socialLinks.map(({ network, value }) => `${network}: ${value}`);
  return whatsappPhone.trim() === '' ? links : [`WhatsApp: ${whatsappPhone.trim()}`, ...links];
}
