import { isValidCpf, normaliseTaxId } from '@palpite/money'
import { recordKyc } from '../identity/index.ts'
import { refuse, type Result } from '../platform/result.ts'
import type { Cashier } from './cashier.ts'

export type UpdateKyc = { playerId: number; name: string; cardNo: string }

type UpdateKycRefusal = 'bad_request' | 'invalid_cpf' | 'kyc_already_done' | 'not_found'

/** A name has letters of some kind, and more than one of them. */
const NAME = /\p{L}.*\p{L}/u

/** Records who players are: a name, and a CPF with right check digits. Answers in the order asked. */
export async function updateKyc(
  { deps }: Cashier,
  requests: readonly UpdateKyc[],
): Promise<Result<null, UpdateKycRefusal>[]> {
  const read = requests.map(identityIn)
  const right = read.flatMap((one) => (one.ok ? [one.value] : []))
  const recorded = right.length > 0 ? await deps.db.begin((tx) => recordKyc(tx, right)) : []
  let at = 0
  return read.map((one) => {
    if (!one.ok) return one
    const answer = recorded[at]
    at += 1
    return answer ?? refuse('not_found')
  })
}

function identityIn({ playerId, name, cardNo }: UpdateKyc) {
  const plainName = name.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (!NAME.test(plainName)) {
    return refuse('bad_request', { values: { field: 'name' }, detail: { field: 'name' } })
  }
  const cpf = normaliseTaxId(cardNo)
  if (!isValidCpf(cpf)) return refuse('invalid_cpf')
  return { ok: true as const, value: { playerId, name: plainName, cpf } }
}
