import { isLastWithdrawalRefused, noteRepeatedException, readFailedWithdrawals } from '../cashier/index.ts'
import { type Player, readInactive, readPlayers } from '../identity/index.ts'
import { balancesOf, readBalances } from '../ledger/index.ts'
import { wasActive } from '../protection/index.ts'
import { lockForClosing, type Obstacle } from './close-account.ts'
import { payOut } from './close-excluded.ts'
import type { Profile } from './profile.ts'

/** Players per statement. */
const PAGE = 500

/** Prefix of the request ids of the house's own withdrawals. */
const PREFIX = 'inactive-'

/** Each failed payout sends the player a message: after the second failure the next attempt waits this long. */
const DAYS_AFTER_SECOND = 30

/** Anything still open this long after a player became inactive needs an operator. */
const DAYS_OPEN = 30

/** Obstacles that the player began. A withdrawal may be the house's, and has its own alarm. */
const begun: readonly Obstacle[] = ['closing_bets_open', 'closing_game_open', 'closing_topup_open']

/** The texts of the open differences, for operators. */
const held = {
  owes: 'an inactive player owes money: the balance is not paid out by itself',
  open: (days: number) =>
    `a bet, a round or a top-up of an inactive player has been open for over ${days} days: the balance is not paid out`,
  unknown: 'an inactive player has money and never said who they are',
  failed: `the pay-out of an inactive player failed twice; it is tried every ${DAYS_AFTER_SECOND} days`,
  reviewed: 'operators refused the last withdrawal of an inactive player in review; no other is requested',
  refused: (code: string) => `the pay-out of an inactive player is refused: ${code}`,
}

type Paying = Pick<Profile, 'deps' | 'policy' | 'readCashierSettings' | 'requestWithdrawal'>

/**
 * Pays the own money of players who have not signed in for the policy's number of days to their own CPF (Portaria SPA/MF
 * 1.231/2024, art. 37). The account stays open and keeps its bonus. Money waits while a bet, round, order or withdrawal is open.
 * Refused payouts (by operators too), payouts that failed twice, debts, anything that stays open, and unidentified players
 * become open differences, once per player and reason. Several servers may run it at once.
 */
export async function payOutInactive(paying: Paying): Promise<void> {
  const { deps, policy } = paying
  const days = policy.terms.paysOutInactiveDays
  if (days === null) return
  for (let afterId = 0; ;) {
    const rows = await readInactive(deps.db, { afterId, days, max: PAGE })
    const playerIds = rows.map(({ playerId }) => playerId)
    const [players, balances] = await Promise.all([
      readPlayers(deps.db, playerIds),
      readBalances(deps.db, playerIds),
    ])
    for (const player of players.values()) {
      const { playerId } = player
      if (player.isTest || (balances.get(playerId)?.cashCents ?? 0) <= 0) continue
      const why = await payOne(paying, player, days).catch((error: unknown) => {
        deps.log.error({ err: error, playerId }, 'an inactive player was not paid out; it is tried again')
        return undefined
      })
      if (why === undefined) continue
      const isNew = await deps.db.begin((tx) =>
        noteRepeatedException(tx, { source: 'money', subject: `player:${playerId}`, what: why }),
      )
      if (isNew) deps.log.warn({ playerId, why }, 'an inactive player waits for operators')
    }
    afterId = rows.at(-1)?.playerId ?? 0
    if (rows.length < PAGE) return
  }
}

/** The reason why operators must act, if they must. */
async function payOne(paying: Paying, player: Player, days: number): Promise<string | undefined> {
  const { playerId } = player
  const left = await paying.deps.db.begin(async (tx) => {
    const { ledger, obstacles } = await lockForClosing(tx, paying, playerId)
    if (obstacles.includes('owes_money')) return held.owes
    if (obstacles.some((one) => begun.includes(one))) {
      const daysOpen = days + DAYS_OPEN
      return (await wasActive(tx, { playerId, days: daysOpen })) ? undefined : held.open(daysOpen)
    }
    if (obstacles.length !== 1 || obstacles[0] !== 'closing_money_left') return undefined
    // Operators refused it: another request would only return to them.
    if (await isLastWithdrawalRefused(tx, playerId)) return held.reviewed
    const { cashCents: cents, version } = balancesOf(ledger, playerId)
    const ofHouse = { playerId, prefix: PREFIX, daysAfterSecond: DAYS_AFTER_SECOND }
    return { cents, version, failed: await readFailedWithdrawals(tx, ofHouse) }
  })
  if (left === undefined || typeof left === 'string') return left
  return payOut(paying, player, { ...left, prefix: PREFIX, held })
}
