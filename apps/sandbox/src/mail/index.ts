export { MAIL_TABLES, readMails, type Mail } from './queries.ts'
export { startMailServer } from './receive-mail.ts'
export { mailRoutes } from './routes.ts'
