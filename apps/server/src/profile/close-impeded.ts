import { isLastWithdrawalRefused, noteRepeatedException, readFailedWithdrawals } from '../cashier/index.ts'
import { type Player, readPlayers } from '../identity/index.ts'
import { balancesOf } from '../ledger/index.ts'
import { readReaderLang } from '../messages/index.ts'
import { readImpeded, readImpededDays } from '../protection/index.ts'
import { cancelBetsOfImpeded } from '../sportsbook/index.ts'
import { closeLocked, lockForClosing, type Obstacle } from './close-account.ts'
import { HOUSE_PREFIX, payOut, readClosedWithMoney } from './close-excluded.ts'
import type { Profile } from './profile.ts'

/** Players per statement. */
const PAGE = 500

type Closing = Pick<Profile, 'deps' | 'policy' | 'readCashierSettings' | 'requestWithdrawal'>

type Terms = NonNullable<Profile['policy']['terms']['closesImpeded']>

/** Obstacles that the player began. A withdrawal may be the house's, and has its own alarm. */
const begun: readonly Obstacle[] = ['closing_bets_open', 'closing_game_open', 'closing_topup_open']

/** The texts of the open differences, for operators. */
const held = {
  owes: 'an impeded player owes money: the account does not close by itself',
  open: (days: number) =>
    `a bet, a round or a top-up of an impeded player has been open for ${days} days: the account does not close`,
  unknown: 'an impeded player has money and never said who they are',
  failed: 'the pay-out of an impeded player failed twice; it is tried once a day',
  reviewed: 'operators refused the last withdrawal of an impeded player in review; no other is requested',
  refused: (code: string) => `the pay-out of an impeded player is refused: ${code}`,
}

/**
 * Refunds, pays out and closes the accounts of players whom the national register names (IN SPA/MF 31/2025; decision
 * 0093). Open bets are cancelled at once. After the policy's days own money is paid out to the own CPF, and then the
 * account closes, with its bonus; later money is paid out too. Each step is decided anew under the lock of the player's
 * accounts: nothing more happens to a player named no longer. Debts, refused payouts and anything that stays open become
 * open differences, once per player and reason. Several servers may run it at once. Returns how many wait for operators.
 */
export async function closeImpeded(closing: Closing): Promise<number> {
  const { deps, policy } = closing
  const terms = policy.terms.closesImpeded
  if (terms === null) return 0
  let waiting = 0
  for (let afterId = 0; ;) {
    const playerIds = await readImpeded(deps.db, { afterId, max: PAGE })
    if (playerIds.length > 0) {
      await cancelBets(closing, playerIds)
      waiting += await closeDue(closing, terms, playerIds)
    }
    afterId = playerIds.at(-1) ?? 0
    if (playerIds.length < PAGE) return waiting
  }
}

async function cancelBets({ deps }: Closing, playerIds: readonly number[]): Promise<void> {
  const bets = await cancelBetsOfImpeded(deps, playerIds)
  if (bets > 0) deps.log.info({ bets }, 'open bets of impeded players cancelled')
}

/** Pays out and closes those of these players whose days are over; returns how many wait for operators. */
async function closeDue(closing: Closing, terms: Terms, playerIds: readonly number[]): Promise<number> {
  const { db, log } = closing.deps
  const days = await readImpededDays(db, playerIds)
  const due = playerIds.filter((playerId) => (days.get(playerId) ?? 0) >= terms.withdrawDays)
  if (due.length === 0) return 0
  const players = await readPlayers(db, due)
  const withMoney = await readClosedWithMoney(db, due, 'impediment')
  let waiting = 0
  for (const player of players.values()) {
    const { playerId } = player
    if (player.isTest || (player.closedAt !== null && !withMoney.has(playerId))) continue
    const why = await closeOne(closing, terms, player).catch((error: unknown) => {
      log.error(
        { err: error, playerId },
        'the account of an impeded player was not closed; it is tried again',
      )
      return undefined
    })
    if (why === undefined) continue
    waiting += 1
    const isNew = await db.begin((tx) =>
      noteRepeatedException(tx, { source: 'money', subject: `player:${playerId}`, what: why }),
    )
    if (isNew) log.warn({ playerId, why }, 'an impeded player waits for operators')
  }
  return waiting
}

/** The reason why operators must act, if they must. */
async function closeOne(closing: Closing, terms: Terms, player: Player): Promise<string | undefined> {
  const { playerId } = player
  const left = await closing.deps.db.begin(async (tx) => {
    const { ledger, wagering, obstacles } = await lockForClosing(tx, closing, playerId)
    const days = (await readImpededDays(tx, [playerId])).get(playerId)
    if (days === undefined || days < terms.withdrawDays) return undefined
    if (obstacles.length === 0) {
      if (player.closedAt !== null || days < terms.closeDays) return undefined
      const lang = await readReaderLang(tx, playerId)
      const account = { playerId, why: 'impediment', deletesNow: false, lang } as const
      await closeLocked(tx, closing, { ledger, wagering, account })
      return undefined
    }
    if (obstacles.includes('owes_money')) return held.owes
    if (obstacles.some((one) => begun.includes(one)))
      return days < terms.closeDays ? undefined : held.open(terms.closeDays)
    if (obstacles.length !== 1 || obstacles[0] !== 'closing_money_left') return undefined
    // Operators refused it: another request would only return to them.
    if (await isLastWithdrawalRefused(tx, playerId)) return held.reviewed
    const { cashCents: cents, version } = balancesOf(ledger, playerId)
    const failed = await readFailedWithdrawals(tx, { playerId, prefix: HOUSE_PREFIX, daysAfterSecond: 1 })
    return { cents, version, failed }
  })
  if (left === undefined || typeof left === 'string') return left
  return payOut(closing, player, { ...left, prefix: HOUSE_PREFIX, held })
}
