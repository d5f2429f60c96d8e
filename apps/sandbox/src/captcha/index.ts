export { captchaRoutes } from './routes.ts'
