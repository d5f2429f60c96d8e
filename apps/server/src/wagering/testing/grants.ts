import { countTurnover, lockAccounts, move, post, readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineEvent } from '../../platform/events.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { policyOf } from '../../protection/index.ts'
import { cancelGrants, type Grant, grantBonus, readWagering, writeWagering } from '../index.ts'

export const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })

/** Stands in for the events of higher modules about settled stakes. */
export const stakeSettled = defineEvent<{ playerId: number }>('test.settled')

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

/**
 * Counts stakes of own money as settled and publishes the event, as a fully contributing game does; a part of it
 * returns to the bonus.
 */
export const settle = (
  deps: Deps,
  playerIds: readonly number[],
  { settledCents, bonusReturnCents = 0 }: { settledCents: number; bonusReturnCents?: number },
): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      countTurnover(ledger, {
        playerId,
        stakedCents: settledCents,
        settledCents,
        wageredCents: settledCents,
        contributedE4: settledCents * 10_000,
      })
      returned += 1
      const bonus = { playerId, kind: 'bonus' } as const
      if (bonusReturnCents > 0)
        move(ledger, { key: `test:${returned}`, from: 'games', to: bonus, cents: bonusReturnCents })
    }
    await writeEvents(
      tx,
      stakeSettled,
      playerIds.map((playerId) => ({ playerId })),
    )
    await post(tx, ledger)
  })

/** Debits this much of the bonus as an open stake. */
export const stakeBonus = (deps: Deps, playerId: number, cents: number): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, [playerId])
    returned += 1
    move(ledger, { key: `test:${returned}`, from: { playerId, kind: 'bonus' }, to: 'games', cents })
    await post(tx, ledger)
  })

export async function balancesOf(deps: Deps, playerId: number) {
  const { cashCents = 0, bonusCents = 0 } = (await readBalances(deps.db, [playerId])).get(playerId) ?? {}
  return { cashCents, bonusCents }
}
