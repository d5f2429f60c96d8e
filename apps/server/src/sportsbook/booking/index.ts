/** Slips as they are handed on, by code. */
export { bookingRoutes } from './routes.ts'
