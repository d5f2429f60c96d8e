export { announce } from './announce.ts'
export { startDeliveries } from './deliver.ts'
export { deleteTarget, readTarget, WEBHOOK_TABLES, writeTarget } from './queries.ts'
export { webhookRoutes } from './routes.ts'
