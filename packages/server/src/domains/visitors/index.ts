export type { DialogChange, DialogTyping, VisitorDeps, VisitorDialog, VisitorReading, WidgetChannel } from './deps.ts';
export { registerVisitorRoutes } from './routes.ts';
