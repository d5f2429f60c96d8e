export { chainJob } from './make-blocks.ts'
export { CHAIN_TABLES } from './queries.ts'
export { chainRoutes } from './routes.ts'
