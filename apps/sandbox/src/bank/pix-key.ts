import { isValidCnpj, isValidCpf } from '@palpite/money/taxid'

const LONGEST_KEY = 77
const PHONE = /^\+[1-9]\d{1,14}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const RANDOM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether this is a PIX key in the directory's format: CPF, CNPJ, phone, lower-case e-mail, or random key. */
export const isPixKey = (key: string): boolean =>
  key.length <= LONGEST_KEY &&
  (isValidCpf(key) ||
    isValidCnpj(key) ||
    PHONE.test(key) ||
    RANDOM.test(key) ||
    (EMAIL.test(key) && key === key.toLowerCase()))
