import { ApiError, refusalCode } from '../../../shared/api/api-error.ts'

/** The register form's fields that the server validates. */
export type RegisterField = 'email' | 'phone' | 'name' | 'cpf' | 'password' | 'repeated'

const fieldOfCode: Readonly<Record<string, RegisterField>> = {
  invalid_email: 'email',
  invalid_phone: 'phone',
  invalid_name: 'name',
  invalid_cpf: 'cpf',
  weak_password: 'password',
  passwords_differ: 'repeated',
}

/** Their names in the call, as schema refusals report them. */
const fieldOfName: Readonly<Record<string, RegisterField>> = {
  username: 'email',
  phone: 'phone',
  country: 'phone',
  name: 'name',
  cardNo: 'cpf',
  pwd: 'password',
  pwd1: 'repeated',
}

/** The field a refused registration concerns; undefined for other refusals. */
export const refusedField = (error: unknown): RegisterField | undefined => {
  const code = refusalCode(error)
  if (code !== 'bad_request') return fieldOfCode[code ?? '']
  const { field } = (error instanceof ApiError ? error.data : {}) as { field?: unknown }
  return typeof field === 'string' ? fieldOfName[field] : undefined
}
