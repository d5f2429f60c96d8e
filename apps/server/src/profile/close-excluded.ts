import { createHash } from 'node:crypto'
import { noteRepeatedException, readFailedWithdrawals } from '../cashier/index.ts'
import { type Player, readClosingsOf, readPlayers } from '../identity/index.ts'
import { balanceOf, balancesOf, readBalances } from '../ledger/index.ts'
import { readReaderLang } from '../messages/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { readExcludedForGood } from '../protection/index.ts'
import { closeLocked, lockForClosing } from './close-account.ts'
import type { Profile } from './profile.ts'

/** Players per statement. */
const PAGE = 500

/** An excluded player has two days to withdraw by themselves, as IN SPA/MF 31/2025 gives to impeded persons; then we do it. */
export const ownWithdrawalSeconds = 2 * 24 * 60 * 60

type Closing = Pick<Profile, 'deps' | 'policy' | 'readCashierSettings' | 'requestWithdrawal'>

/**
 * Prefix of the request ids of the house's own withdrawals. Also of players whom the national register names: one who is
 * both is paid out by one request, whichever job asks first.
 */
export const HOUSE_PREFIX = 'excluded-'

/** The texts of the open differences, for operators. */
const held = {
  owes: 'an excluded player owes money: the account does not close by itself',
  unknown: 'an excluded player has money and never said who they are',
  failed: 'the pay-out of an excluded player failed twice; it is tried once a day',
  refused: (code: string) => `the pay-out of an excluded player is refused: ${code}`,
}

/**
 * Closes the accounts of permanently self-excluded players. Open bets and rounds finish; then all own money is paid out to the own
 * CPF, and the account closes, with its bonus. Later money is paid out too. Debts, unidentified players, refused payouts and
 * payouts that failed twice become open differences, once per player and reason, and again a day after operators closed them.
 * Several servers may run it at once. Returns how many players wait for operators.
 */
export async function closeExcluded(closing: Closing, seconds = ownWithdrawalSeconds): Promise<number> {
  const { db, log } = closing.deps
  let waiting = 0
  for (let afterId = 0; ;) {
    const rows = await readExcludedForGood(db, { afterId, seconds, max: PAGE })
    const playerIds = rows.map(({ playerId }) => playerId)
    const players = await readPlayers(db, playerIds)
    const withMoney = await readClosedWithMoney(db, playerIds, 'exclusion')
    for (const player of players.values()) {
      const { playerId } = player
      if (player.isTest || (player.closedAt !== null && !withMoney.has(playerId))) continue
      const why = await closeOne(closing, player).catch((error: unknown) => {
        log.error(
          { err: error, playerId },
          'the account of an excluded player was not closed; it is tried again',
        )
        return undefined
      })
      if (why === undefined) continue
      waiting += 1
      const isNew = await db.begin((tx) =>
        noteRepeatedException(tx, { source: 'money', subject: `player:${playerId}`, what: why }),
      )
      if (isNew) log.warn({ playerId, why }, 'an excluded player waits for operators')
    }
    afterId = rows.at(-1)?.playerId ?? 0
    if (rows.length < PAGE) return waiting
  }
}

/** Players with cash that arrived after their account was closed for this reason. */
export async function readClosedWithMoney(
  db: Sql,
  playerIds: readonly number[],
  reason: 'exclusion' | 'impediment',
): Promise<Set<number>> {
  const closed = (await readClosingsOf(db, playerIds)).filter(({ why }) => why === reason)
  const balances = await readBalances(
    db,
    closed.map(({ playerId }) => playerId),
  )
  return new Set([...balances].filter(([, { cashCents }]) => cashCents > 0).map(([playerId]) => playerId))
}

/** The reason why operators must act, if they must. */
async function closeOne(closing: Closing, player: Player): Promise<string | undefined> {
  const { playerId } = player
  const left = await closing.deps.db.begin(async (tx) => {
    const { ledger, wagering, obstacles } = await lockForClosing(tx, closing, playerId)
    if (obstacles.length === 0 && player.closedAt === null) {
      const lang = await readReaderLang(tx, playerId)
      await closeLocked(tx, closing, {
        ledger,
        wagering,
        account: { playerId, why: 'exclusion', deletesNow: false, lang },
      })
      return undefined
    }
    if (obstacles.includes('owes_money')) return 'owes'
    const isMoneyAlone = obstacles.length === 1 && obstacles[0] === 'closing_money_left'
    if (!isMoneyAlone) return undefined
    const cents = balanceOf(ledger, playerId, 'cash')
    const failed = await readFailedWithdrawals(tx, { playerId, prefix: HOUSE_PREFIX, daysAfterSecond: 1 })
    return { cents, version: balancesOf(ledger, playerId).version, failed }
  })
  if (left === undefined) return undefined
  return left === 'owes' ? held.owes : payOut(closing, player, { ...left, prefix: HOUSE_PREFIX, held })
}

type Left = { cents: number; version: number; failed: { times: number; isRecent: boolean } }

type PayingOut = Pick<Closing, 'readCashierSettings' | 'requestWithdrawal'>

/** The request prefix, and the texts for operators if the payout fails. */
type ByHouse = {
  prefix: string
  /** Only while the national register names the player. */
  onlyImpeded?: true
  held: Pick<typeof held, 'unknown' | 'failed' | 'refused'>
}

/**
 * Requests the withdrawal of the whole balance, unless one failed recently. The request id contains the balance's version, so
 * several servers make one request. Returns why operators must act, if they must.
 */
export async function payOut(
  { readCashierSettings, requestWithdrawal }: PayingOut,
  { playerId, name, cpf }: Player,
  { cents, version, failed, prefix, onlyImpeded, held }: Left & ByHouse,
): Promise<string | undefined> {
  if (name === null || cpf === null) return held.unknown
  const why = failed.times > 1 ? held.failed : undefined
  if (failed.isRecent) return why
  const { withdrawMaxCents } = await readCashierSettings()
  const asked = await requestWithdrawal({
    playerId,
    sessionId: 0,
    isByHouse: true,
    // Also below the players' minimum.
    isLeaving: true,
    ...(onlyImpeded && { onlyImpeded }),
    requestId: `${prefix}${requestKey(playerId, version)}`,
    method: 'CPF',
    payCardNo: cpf,
    holderName: name,
    whatsapp: '',
    amountCents: Math.min(cents, withdrawMaxCents),
  })
  if (asked.ok) return why
  // The day's withdrawals are used up: the rest follows on another day.
  return asked.refusal.code === 'withdraw_none_left' ? why : held.refused(asked.refusal.code)
}

const requestKey = (playerId: number, version: number): string =>
  createHash('sha256').update(`${playerId}:${version}`).digest('base64url').slice(0, 32)
