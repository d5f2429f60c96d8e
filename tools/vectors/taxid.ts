import { isValidCnpj, isValidCpf, maskCnpj, maskCpf, stripTaxId, taxIdKind } from '@palpite/money'
import { attempt, differs, list, object, skipOthers, text, verdict, type Check, type Json } from './case.ts'
import { compareFields } from './fields.ts'

type Kind = 'cpf' | 'cnpj'

/** Tax ids: the bare form of each value, whether it is valid as it stands (lower case is not), and its check digits. */
export const checkTaxIds = (file: unknown): Check[] => [
  ...(['cpf', 'cnpj'] as const).flatMap((kind) =>
    list(object(file)[kind]).map((value, place) => {
      const one = object(value)
      const id = `${kind} ${text(one['value']) ?? place + 1}`
      return attempt(id, () => checkOne(id, kind, one))
    }),
  ),
  ...skipOthers(file, ['cpf', 'cnpj']),
]

const PRODUCT = {
  cpf: { isValid: isValidCpf, mask: maskCpf, length: 11, greatestWeight: 11 },
  cnpj: { isValid: isValidCnpj, mask: maskCnpj, length: 14, greatestWeight: 9 },
} as const

const checkOne = (id: string, kind: Kind, one: Json): Check => {
  const { isValid, mask } = PRODUCT[kind]
  const value = one['value']
  if (typeof value !== 'string') return { verdict: 'failed', id, why: 'the value is no text' }
  const bare = stripTaxId(value)
  const { value: _, ...expected } = one
  const { wrongs, unread } = compareFields('the tax id', expected, {
    normalized: (written) => differs('normalized', written, bare),
    valid: (written) => differs('valid', written, isValid(bare)),
    checksum_ok: (written) => differs('checksum_ok', written, hasCheckDigits(kind, bare)),
    formatted: (written) => differs('formatted', written, mask(bare)),
    kind: (written) => differs('kind', written, taxIdKind(bare)),
  })
  const nothing = one['valid'] === undefined ? 'whether it is valid is not said' : undefined
  return verdict(id, [nothing, ...wrongs], unread)
}

/** The product refuses one digit repeated before it counts; a file may say all the same that its check digits fit. */
const hasCheckDigits = (kind: Kind, bare: string): boolean => {
  const { length, greatestWeight } = PRODUCT[kind]
  if (bare.length !== length || !/^[0-9A-Z]*\d\d$/.test(bare)) return false
  const digit = (body: string): number => {
    const values = Array.from(body).toReversed()
    const sum = values.reduce((all, sign, place) => all + worth(sign) * weight(place, greatestWeight), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const body = bare.slice(0, -2)
  const first = digit(body)
  return bare.endsWith(`${first}${digit(`${body}${first}`)}`)
}

const worth = (sign: string): number => sign.charCodeAt(0) - 48
const weight = (place: number, greatest: number): number => 2 + (place % (greatest - 1))
