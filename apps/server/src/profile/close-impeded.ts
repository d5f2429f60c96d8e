import { isLastWithdrawalRefused, noteRepeatedException, readFailedWithdrawals } from '../cashier/index.ts'
import { type Player, readPlayers } from '../identity/index.ts'
import { balancesOf } from '../ledger/index.ts'
import { impedimentMessage, readReaderLang, writeMessages } from '../messages/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
import { type ImpededDays, readImpeded, readImpededDays } from '../protection/index.ts'
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
  suspended: (days: number) =>
    `the account of an impeded player is suspended, and ${days} days are over: it is not paid out and does not close`,
  bets: 'the open bets of an impeded player could not be cancelled',
  unknown: 'an impeded player has money and never said who they are',
  failed: 'the pay-out of an impeded player failed twice; it is tried once a day',
  reviewed: 'operators refused the last withdrawal of an impeded player in review; no other is requested',
  refused: (code: string) => `the pay-out of an impeded player is refused: ${code}`,
}

/**
 * Refunds, pays out and closes the accounts of players whom the national register names (IN SPA/MF 31/2025; decision
 * 0093). Open bets are cancelled at once. The policy's days count from the message that tells the player what follows; one
 * who was never told is told first. Then own money is paid out to the own CPF, and the account closes, with its bonus; later
 * money is paid out too. Each step is decided anew under the lock of the player's accounts: nothing more happens to a player
 * named no longer. Debts, refused payouts and anything that stays open become open differences, once per player and reason.
 * One player's fault stops no other. Several servers may run it at once. Returns how many wait for operators.
 */
export async function closeImpeded(closing: Closing): Promise<number> {
  const { deps, policy } = closing
  const terms = policy.terms.closesImpeded
  if (terms === null) return 0
  let waiting = 0
  for (let afterId = 0; ;) {
    const playerIds = await readImpeded(deps.db, { afterId, max: PAGE })
    if (playerIds.length > 0) {
      const players = await readPlayers(deps.db, playerIds)
      const failed = await cancelBets(closing, [...players.values()])
      for (const playerId of failed) await report(closing, playerId, held.bets)
      const waits = await closeDue(closing, terms, players)
      waiting += new Set([...failed, ...waits]).size
    }
    afterId = playerIds.at(-1) ?? 0
    if (playerIds.length < PAGE) return waiting
  }
}

/** Cancels the open bets of these players; returns those whose bets could not be cancelled. A closed account has none. */
async function cancelBets({ deps }: Closing, players: readonly Player[]): Promise<number[]> {
  const failed: number[] = []
  const skipped = skippedBy(deps, 'profile-impeded')
  const playerIds = players.flatMap(({ playerId, closedAt }) => (closedAt === null ? [playerId] : []))
  const cancelled = await skipFailing(playerIds, {
    run: (ids) => cancelBetsOfImpeded(deps, ids),
    skip: (playerId, error) => {
      failed.push(playerId)
      skipped({ playerId }, error)
    },
    leave: (rest) => void failed.push(...rest),
  })
  const bets = cancelled.reduce((sum, one) => sum + one, 0)
  if (bets > 0) deps.log.info({ bets }, 'open bets of impeded players cancelled')
  return failed
}

/** Pays out and closes those of these players whose days are over; returns those who wait for operators. */
async function closeDue(
  closing: Closing,
  terms: Terms,
  players: ReadonlyMap<number, Player>,
): Promise<number[]> {
  const { db, log } = closing.deps
  const days = await readImpededDays(db, [...players.keys()])
  const due = [...players.values()].filter(({ playerId }) => isDue(days.get(playerId), terms))
  const withMoney = await readClosedWithMoney(
    db,
    due.map(({ playerId }) => playerId),
    'impediment',
  )
  const waiting: number[] = []
  for (const player of due) {
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
    waiting.push(playerId)
    await report(closing, playerId, why)
  }
  return waiting
}

/** Whether a player has had the days to withdraw since being told, or was not told in all that time. */
const isDue = (days: ImpededDays | undefined, { withdrawDays }: Terms): boolean =>
  days !== undefined && (days.toldDays ?? days.namedDays) >= withdrawDays

/** Notes that operators must act for this player, once per reason. */
async function report({ deps: { db, log } }: Closing, playerId: number, why: string): Promise<void> {
  const isNew = await db.begin((tx) =>
    noteRepeatedException(tx, { source: 'money', subject: `player:${playerId}`, what: why }),
  )
  if (isNew) log.warn({ playerId, why }, 'an impeded player waits for operators')
}

/** The reason why operators must act, if they must. */
async function closeOne(closing: Closing, terms: Terms, player: Player): Promise<string | undefined> {
  const { playerId } = player
  const { db, random } = closing.deps
  const left = await db.begin(async (tx) => {
    const { ledger, wagering, obstacles } = await lockForClosing(tx, closing, playerId)
    const named = (await readImpededDays(tx, [playerId])).get(playerId)
    if (named === undefined || !isDue(named, terms)) return undefined
    const days = named.toldDays
    if (days === null) return tell(tx, playerId, random.uuid())
    if (obstacles.length === 0) {
      if (player.closedAt !== null || days < terms.closeDays) return undefined
      const lang = await readReaderLang(tx, playerId)
      const account = { playerId, why: 'impediment', deletesNow: false, lang } as const
      await closeLocked(tx, closing, { ledger, wagering, account })
      return undefined
    }
    const reason = reasonOf(obstacles, days, terms)
    if (reason !== undefined) return reason
    if (obstacles.length !== 1 || obstacles[0] !== 'closing_money_left') return undefined
    // Operators refused it: another request would only return to them.
    if (await isLastWithdrawalRefused(tx, playerId)) return held.reviewed
    const { cashCents: cents, version } = balancesOf(ledger, playerId)
    const failed = await readFailedWithdrawals(tx, { playerId, prefix: HOUSE_PREFIX, daysAfterSecond: 1 })
    return { cents, version, failed }
  })
  if (left === undefined || typeof left === 'string') return left
  const why = await payOut(closing, player, { ...left, prefix: HOUSE_PREFIX, onlyImpeded: true, held })
  // A player whom the register freed between the two transactions is refused, and waits for nothing.
  return why !== undefined && (await readImpededDays(db, [playerId])).has(playerId) ? why : undefined
}

/** The obstacle that only operators resolve, if there is one. */
function reasonOf(obstacles: readonly Obstacle[], days: number, { closeDays }: Terms): string | undefined {
  if (obstacles.includes('owes_money')) return held.owes
  if (days < closeDays) return undefined
  if (obstacles.includes('account_suspended')) return held.suspended(closeDays)
  return obstacles.some((one) => begun.includes(one)) ? held.open(closeDays) : undefined
}

/** Tells a player named before the house closed such accounts what follows: their days begin now. */
async function tell(tx: Tx, playerId: number, nonce: string): Promise<undefined> {
  await writeMessages(tx, [impedimentMessage({ playerId, isImpeded: true }, { nonce, isClosing: true })])
}
