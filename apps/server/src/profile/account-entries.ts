import { type Calls, gameCodes } from '@palpite/contract'
import { type KeyPrefix, readEntries } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok, refuse, type Result } from '../platform/result.ts'

type Entries = Calls['GET /api/app/user/entries']['data']
type Entry = Entries['entries'][number]
type EntryType = Entry['type']
type Reason = Entry['reason']
export type EntriesAsked = { playerId: number; cursor: string | undefined; type: EntryType | undefined }

const PAGE = 30
const newest = { cash: Number.MAX_SAFE_INTEGER, bonus: Number.MAX_SAFE_INTEGER }

/**
 * A player's cash and bonus entries, newest first, each with the balance before and after and its reason. The two
 * accounts are read by their own versions and merged by time, so a page costs the same however long the history is; a
 * page of one type may scan all of it.
 */
export async function readAccountEntries(
  { db, config }: { db: Sql; config: Deps['config'] },
  { playerId, cursor, type }: EntriesAsked,
): Promise<Result<Entries, 'bad_request'>> {
  const before = cursor === undefined ? newest : placeOf(cursor)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await readEntries(db, { playerId, before, max: PAGE + 1 }, { ...natures, nature: type })
  const page = rows.slice(0, PAGE)
  const place = { ...before }
  const bets = publicIds(config, 'bet')
  const shownBet = (id: number | null) => (id === null ? null : bets.show(id))
  for (const { account, version } of page) place[account] = version
  return ok({
    entries: page.map(({ account, version, amountCents, balanceCents, key, at }) => ({
      id: `${account}-${version}`,
      type: entryTypeOf(key, amountCents),
      reason: reasonOf(key, amountCents),
      game: gameOf(key),
      betId: shownBet(betOf(key)),
      account,
      amountCents,
      beforeCents: balanceCents - amountCents,
      afterCents: balanceCents,
      at: at.toISOString(),
    })),
    next: rows.length > PAGE ? `${place.cash}_${place.bonus}` : null,
  })
}

function placeOf(cursor: string): typeof newest | undefined {
  const [, cash, bonus] = /^(\d{1,16})_(\d{1,16})$/.exec(cursor) ?? []
  if (cash === undefined || bonus === undefined) return undefined
  const place = { cash: Number(cash), bonus: Number(bonus) }
  return Object.values(place).every(Number.isSafeInteger) ? place : undefined
}

type Kind = KeyPrefix & { nature: EntryType; reason: Reason }

const kind = (
  nature: EntryType,
  reason: Reason,
  prefixes: readonly string[],
  isIncoming: boolean | null = null,
): Kind[] => prefixes.map((prefix) => ({ prefix, nature, reason, isIncoming }))

/**
 * Prefixes of transfer keys, as the modules write them, with the type of SPEC §3 and the reason; of two matches the
 * longer one applies.
 */
export const entryPrefixes: readonly Kind[] = [
  ...kind('11', 'withdrawal', ['withdraw:', 'payout:', 'payout-fee']),
  ...kind('11', 'withdrawalBack', ['payout-back:', 'payout-returned:', 'payout-fee-back:']),
  ...kind('13', 'topUp', ['topup']),
  ...kind('13', 'topUpTakenBack', ['topup-back:', 'topup-debt:']),
  ...kind('13', 'refund', ['refund:']),
  ...kind('13', 'refundBack', ['refund-back:']),
  ...kind('13', 'debtRepaid', ['repaid:']),
  ...kind('13', 'opening', ['opening']),
  ...kind('13', 'bonusTopUp', ['bonus:topup']),
  ...kind('13', 'bonusEnded', ['bonus-back:topup']),
  ...kind('199', 'bet', ['bet:']),
  ...kind('199', 'betReturn', ['bet:'], true),
  ...kind('199', 'debtRepaid', ['settlement:']),
  ...kind('14', 'vip', ['bonus:vip:']),
  ...kind('141', 'bonusOther', ['bonus:']),
  ...kind('141', 'bonusFreeBet', ['bonus:free_bet:']),
  ...kind('141', 'bonusFreeRound', ['bonus:free_round:']),
  ...kind('141', 'ladder', ['bonus:ladder:']),
  ...kind('141', 'activity', ['bonus:activity:']),
  ...kind('141', 'checkIn', ['bonus:check_in:']),
  ...kind('141', 'commission', ['bonus:commission:', 'commission']),
  ...kind('141', 'commissionTakenBack', ['commission-']),
  ...kind('141', 'gameBonus', ['bonus:game_bonus:']),
  ...kind('141', 'bonusEnded', ['bonus-']),
  ...kind('141', 'bonusWagered', ['wagered:']),
  ...kind('141', 'boost', ['boost:']),
  ...kind('141', 'insurance', ['insurance:']),
  // A transfer to another player is recorded like a withdrawal, one from another player like a top-up.
  ...kind('11', 'transferOut', ['transfer:'], false),
  ...kind('13', 'transferIn', ['transfer:'], true),
]

/** Stakes and prizes of the games: keys that begin with a game. */
export const OTHERWISE: EntryType = '19'

export const natures = { prefixes: entryPrefixes, otherwise: OTHERWISE }

const kindOf = (key: string, amountCents: number): Kind | undefined =>
  entryPrefixes
    .filter(
      ({ prefix, isIncoming }) =>
        key.startsWith(prefix) && (isIncoming ?? amountCents > 0) === amountCents > 0,
    )
    .toSorted(
      (a, b) =>
        b.prefix.length - a.prefix.length || Number(b.isIncoming !== null) - Number(a.isIncoming !== null),
    )[0]

/** The type of an entry, by the key of its transfer and its direction. */
export const entryTypeOf = (key: string, amountCents: number): EntryType =>
  kindOf(key, amountCents)?.nature ?? OTHERWISE

/** The reason of an entry: the parts of its key identify repaid debts, corrected results and cash-outs. */
export function reasonOf(key: string, amountCents: number): Reason {
  const parts = key.split(':')
  if (parts.includes('repaid')) return 'debtRepaid'
  const isOfBet = ['bet', 'boost', 'insurance'].includes(parts[0] ?? '')
  if (isOfBet && parts.includes('back')) return 'betCorrected'
  if (parts[0] === 'bet' && parts[2] === 'out') return 'betCashOut'
  return kindOf(key, amountCents)?.reason ?? (gameOf(key) === null ? 'studioGame' : 'game')
}

/** The bet of an entry: its stake, its return or sale, and the part of it that was reversed. */
export const betOf = (key: string): number | null => {
  const [, id] = /^(?:bet:|boost:|insurance:|bonus:free_bet:)(\d{1,15})[:/]/.exec(key) ?? []
  return id === undefined ? null : Number(id)
}

/** The game of our own that a round's key begins with. */
const gameOf = (key: string): Entry['game'] => gameCodes.find((code) => key.startsWith(`${code}:`)) ?? null
