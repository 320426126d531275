/** Steps of the tour, in order (specification, section 4). */
export const tourSteps = [
  'greetings',
  'channels',
  'add_channels',
  'connect_first_channel',
  'knowledge_bases',
  'new_knowledge_base',
  'edit_knowledge_base',
  'upload_files',
  'links',
  'add_links',
  'teach',
  'add_reply',
  'edit_reply',
  'bot_role',
  'bot_behavior',
  'bot_greetings',
  'bot_task',
  'done',
] as const;

/** How a person of the business wants to be reached. */
export const messengers = ['telegram', 'whatsapp', 'viber', 'phone', 'email'] as const;
