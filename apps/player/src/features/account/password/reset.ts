import { api } from '../../../shared/api/api.ts'

/** Requests a mailed code. The answer is the same whether or not the e-mail is known. */
export const sendCode = (email: string): Promise<null> =>
  api('POST /api/app/main/RESETPWD/sendEmail', { body: { email } })
