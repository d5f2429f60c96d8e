import { identityOf } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import type { Result } from '../platform/result.ts'
import type { IdentifyRefusal } from '../protection/index.ts'
import type { Admit, Profile } from './profile.ts'

export type UpdateKyc = {
  playerId: number
  name: string
  cardNo: string
  admit: Admit
}

type UpdateKycRefusal = 'invalid_name' | 'invalid_cpf' | IdentifyRefusal

/** Records who players are: a name, and a CPF with right check digits. Answers in the order asked. */
export async function updateKyc(
  { identify }: Pick<Profile, 'identify'>,
  requests: readonly UpdateKyc[],
): Promise<Result<null, UpdateKycRefusal>[]> {
  const checked = requests.map((request) => identityOf(request))
  const right = requests.flatMap(({ playerId, admit }, at) => {
    const own = checked[at]
    return own?.ok ? [{ playerId, admit, ...own.value }] : []
  })
  const recorded = right.length > 0 ? await identify(right) : []
  const answers = recorded.values()
  return checked.map((one) => (one.ok ? present(answers.next().value, 'the answer about an identity') : one))
}
