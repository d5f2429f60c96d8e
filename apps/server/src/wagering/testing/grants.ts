import { countTurnover, lockAccounts, move, post, readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { policyOf } from '../../protection/index.ts'
import { cancelGrants, type Grant, grantBonus, readWagering, writeWagering } from '../index.ts'

/** The event by which these tests say that a stake was settled. */
export const stakeSettled = 'bet.settled'

export const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })

type TestGrant = Grant & { mainCents: number; bonusGrantCents: number }

/** A bonus to be wagered twice, as a module above grants it in its own transaction. */
export const grant = (deps: Deps, { playerId, ...asked }: TestGrant): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, [playerId])
    const wagering = await readWagering(tx, policy, [playerId])
    grantBonus(wagering, ledger, { playerId, bonusTimes: 2, ...asked })
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })

export const cancel = (deps: Deps, one: Grant): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, [one.playerId])
    const wagering = await readWagering(tx, policy, [one.playerId])
    cancelGrants(wagering, ledger, [one])
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })

let returned = 0

/** Counts stakes as settled and says so, as a settled bet does; with so much of it coming back to the bonus. */
export const settle = (
  deps: Deps,
  playerIds: readonly number[],
  { settledCents, bonusReturnCents = 0 }: { settledCents: number; bonusReturnCents?: number },
): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      countTurnover(ledger, { playerId, stakedCents: settledCents, settledCents })
      returned += 1
      const bonus = { playerId, kind: 'bonus' } as const
      if (bonusReturnCents > 0)
        move(ledger, { key: `test:${returned}`, from: 'games', to: bonus, cents: bonusReturnCents })
    }
    await writeEvents(
      tx,
      stakeSettled,
      playerIds.map((playerId) => ({
        playerId,
        betId: 1,
        result: 'lost',
        returnCents: 0,
        stakeCents: settledCents,
      })),
    )
    await post(tx, ledger)
  })

export async function balancesOf(deps: Deps, playerId: number) {
  const { cashCents = 0, bonusCents = 0 } = (await readBalances(deps.db, [playerId])).get(playerId) ?? {}
  return { cashCents, bonusCents }
}
