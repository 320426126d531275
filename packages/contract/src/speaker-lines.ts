/**
 * What a line of the conversation says (a message whose author is `system`, by its `reason`): who has the dialog from then
 * on. Each is a text `dialogs.line.*`.
 */
export const speakerLines = ['taken_over', 'handed_back', 'came_back'] as const;
