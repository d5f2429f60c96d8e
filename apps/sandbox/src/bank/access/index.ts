export { guardScope } from './guard.ts'
export { ACCESS_TABLES } from './queries.ts'
export { accessRoutes } from './routes.ts'
