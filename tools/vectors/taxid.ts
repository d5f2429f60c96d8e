import { isValidCnpj, isValidCpf, stripTaxId } from '@palpite/money/taxid'
import { differs, list, object, text, verdict, type Check } from './case.ts'

/** Tax ids: the bare form of each value, and whether it is valid as it stands (lower case is not). */
export const checkTaxIds = (file: unknown): Check[] => {
  const { cpf, cnpj } = object(file)
  return [
    ...list(cpf).map((one) => checkOne('cpf', object(one), isValidCpf)),
    ...list(cnpj).map((one) => checkOne('cnpj', object(one), isValidCnpj)),
  ]
}

const checkOne = (kind: string, one: ReturnType<typeof object>, isValid: (id: string) => boolean): Check => {
  const value = text(one['value']) ?? ''
  const bare = stripTaxId(value)
  return verdict(`${kind} ${value}`, [
    differs('normalized', one['normalized'], bare),
    differs('valid', one['valid'], isValid(bare)),
  ])
}
