import type { StoredConversation, StoredFile, StoredPart, World } from './world.ts';

/** Its address is signed anew whenever a conversation is shown. */
function showFile(world: World, { id, name, contentType, bytes }: StoredFile) {
  const url = `${world.url()}/files/${id}/${encodeURIComponent(name)}?signature=${world.nextId()}`;
  return {
    type: 'upload',
    name,
    url,
    content_type: contentType,
    filesize: bytes.byteLength,
    width: null,
    height: null,
  };
}

export function showPart(world: World, part: StoredPart) {
  const { id, partType, body, author, createdAt, files } = part;
  return {
    type: 'conversation_part',
    id,
    part_type: partType,
    body,
    created_at: createdAt,
    updated_at: createdAt,
    author,
    attachments: files.map((file) => showFile(world, file)),
    redacted: false,
  };
}

/** In its own calls the platform shows all parts, in a notification the new ones. */
export function showConversation(world: World, conversation: StoredConversation, parts = conversation.parts) {
  const { id, customerId, assigneeId, createdAt, source } = conversation;
  return {
    type: 'conversation',
    id,
    created_at: createdAt,
    updated_at: createdAt,
    state: 'open',
    open: true,
    // A number here, text everywhere else.
    admin_assignee_id: assigneeId === null ? null : Number(assigneeId),
    team_assignee_id: null,
    source: {
      type: 'conversation',
      id: source.id,
      delivered_as: 'customer_initiated',
      subject: '',
      body: source.body,
      author: source.author,
      attachments: source.files.map((file) => showFile(world, file)),
      redacted: false,
    },
    contacts: { type: 'contact.list', contacts: [{ type: 'contact', id: customerId, external_id: null }] },
    conversation_parts: {
      type: 'conversation_part.list',
      conversation_parts: parts.map((part) => showPart(world, part)),
      total_count: parts.length,
    },
  };
}
