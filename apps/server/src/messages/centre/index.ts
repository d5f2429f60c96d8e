export { followEvents, tell } from './follow-events.ts'
export type { NewMessage } from './rules.ts'
export { centreRoutes } from './routes.ts'
export { sweepMessages } from './sweep-messages.ts'
