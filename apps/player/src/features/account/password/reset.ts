import { api } from '../../../shared/api/api.ts'

/** Has a code mailed. The answer is the same whether or not the e-mail is known. */
export const sendCode = (email: string): Promise<null> =>
  api('POST /api/app/main/RESETPWD/sendEmail', { body: { email } })
