import { ApiError, refusalCode } from '../../../shared/api/api-error.ts'

/** The fields of the register form that the server judges. */
export type RegisterField = 'email' | 'phone' | 'password' | 'repeated'

const fieldOfCode: Readonly<Record<string, RegisterField>> = {
  invalid_email: 'email',
  invalid_phone: 'phone',
  weak_password: 'password',
  passwords_differ: 'repeated',
}

/** The names the call has for them, as a request that does not fit its schema is refused by. */
const fieldOfName: Readonly<Record<string, RegisterField>> = {
  username: 'email',
  phone: 'phone',
  country: 'phone',
  pwd: 'password',
  pwd1: 'repeated',
}

/** The field that a refused registration is about; none where it is about something else. */
export const refusedField = (error: unknown): RegisterField | undefined => {
  const code = refusalCode(error)
  if (code !== 'bad_request') return fieldOfCode[code ?? '']
  const { field } = (error instanceof ApiError ? error.data : {}) as { field?: unknown }
  return typeof field === 'string' ? fieldOfName[field] : undefined
}
