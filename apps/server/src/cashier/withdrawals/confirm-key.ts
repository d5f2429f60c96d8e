import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import { readPayers } from '../read-payers.ts'
import { selectUsedKeys } from './queries.ts'
import { hiddenKey, isOwnCpf, payeeName, payoutKey } from './rules.ts'

type Key = { playerId: number; method: WithdrawMethod; payCardNo: string }

type Refused =
  | 'withdraw_invalid_key'
  | 'withdraw_own_cpf_only'
  | 'withdraw_method_closed'
  | 'kyc_needed'
  | 'documents_needed'

/**
 * Answers whether a withdrawal to this key needs a mailed code, and mails one if so. A key that was paid before or just
 * confirmed needs none, nor does the player's own CPF; where the law requires a confirmed e-mail the own CPF needs one
 * until the player has used something that was mailed.
 */
export async function askKeyCode(
  cashier: Cashier,
  { lang, sessionId, ...typed }: Key & { sessionId: number; lang: Lang },
): Promise<Result<{ needed: boolean }, Refused | 'blocked_by_policy' | 'too_many_requests'>> {
  const { playerId, method } = typed
  const { db } = cashier.deps
  const payCardNo = payoutKey(method, typed.payCardNo)
  if (payCardNo === undefined) return refuse('withdraw_invalid_key')
  const payer = present((await readPayers(db, [playerId])).get(playerId), `player ${playerId}`)
  const isOwnName = isOwnCpf(payer, { method, payCardNo })
  const allowed = cashier.policy.canWithdraw({
    isTestAccount: payer.isTestAccount,
    isIdentified: payer.person !== undefined,
    hasDocuments: payer.hasDocuments,
    method,
    isOwnName,
  })
  if (!allowed.ok) return allowed
  const proofs = await cashier.proofs.read(db, [sessionId])
  const needsEmail = cashier.policy.terms.confirmsEmail && proofs.get(sessionId)?.hasEmail === false
  if (isOwnName && !needsEmail) return ok({ needed: false })
  const payee = { playerId, payee: payeeName(method, payCardNo) }
  const [used, confirmed] = await Promise.all([
    selectUsedKeys(db, { playerIds: [playerId], methods: [method], payCardNos: [payCardNo] }),
    cashier.payees.confirmed(db, [payee]),
  ])
  if (used.length > 0 || confirmed.length > 0) return ok({ needed: false })
  const shown = payeeName(method, hiddenKey(method, payCardNo))
  const asked = await cashier.payees.ask({ ...payee, shown, lang })
  return asked.ok ? ok({ needed: true }) : asked
}

/** Confirms a key by its mailed code, for some minutes and any amount. */
export async function confirmKey(
  { payees }: Cashier,
  { playerId, method, code, ...typed }: Key & { code: string },
): Promise<Result<null, 'withdraw_invalid_key' | 'wrong_reset_code'>> {
  const payCardNo = payoutKey(method, typed.payCardNo)
  if (payCardNo === undefined) return refuse('withdraw_invalid_key')
  return payees.confirm({ playerId, payee: payeeName(method, payCardNo), code })
}
