import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockKnownIdentities, updateIdentities } from './queries.ts'
import { identityOf, type PersonalIdentity } from './rules.ts'

/** Who somebody really is, as support was shown. */
export type CorrectIdentity = { playerId: number; name: string; cardNo: string }

/** What stood there and what stands there now. */
export type CorrectedIdentity = { before: PersonalIdentity; after: PersonalIdentity }

type CorrectRefusal = 'invalid_name' | 'invalid_cpf' | 'not_found' | 'kyc_needed'

/**
 * Corrects the name and CPF of players who gave them before: for operators alone, who say in the audit chain what they
 * changed. Each player once in a list. Answers in the order asked.
 */
export async function correctIdentities(
  tx: Tx,
  requests: readonly CorrectIdentity[],
): Promise<Result<CorrectedIdentity, CorrectRefusal>[]> {
  const rows = await lockKnownIdentities(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const standing = new Map(rows.map((row) => [row.playerId, row]))
  const answers = requests.map((request): Result<CorrectedIdentity, CorrectRefusal> => {
    const row = standing.get(request.playerId)
    if (!row) return refuse('not_found')
    const { name, cpf } = row
    if (name === null || cpf === null) return refuse('kyc_needed')
    const after = identityOf(request)
    return after.ok ? ok({ before: { name, cpf }, after: after.value }) : after
  })
  const corrected = requests.flatMap(({ playerId }, at) => {
    const answer = answers[at]
    return answer?.ok ? [{ playerId, ...answer.value.after }] : []
  })
  if (corrected.length > 0) {
    await updateIdentities(tx, {
      playerIds: corrected.map(({ playerId }) => playerId),
      names: corrected.map(({ name }) => name),
      cpfs: corrected.map(({ cpf }) => cpf),
      birthDates: corrected.map(() => null), // the register is asked about the right ones
    })
  }
  return answers
}
