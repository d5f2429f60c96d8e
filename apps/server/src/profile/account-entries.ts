import type { Calls } from '@palpite/contract'
import { type Beginning, readEntries } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'

type Entries = Calls['GET /api/app/user/entries']['data']
type EntryType = Entries['entries'][number]['type']

const PAGE = 30
const newest = { cash: Number.MAX_SAFE_INTEGER, bonus: Number.MAX_SAFE_INTEGER }

/**
 * What happened to a player's cash and bonus, newest first: each entry with the balance before and after. The two accounts
 * are read by their own versions and put together by time, so a page costs the same however long the history is.
 */
export async function readAccountEntries(
  sql: Sql,
  { playerId, cursor }: { playerId: number; cursor: string | undefined },
): Promise<Result<Entries, 'bad_request'>> {
  const before = cursor === undefined ? newest : placeOf(cursor)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await readEntries(sql, { playerId, before, max: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const place = { ...before }
  for (const { account, version } of page) place[account] = version
  return ok({
    entries: page.map(({ account, version, amountCents, balanceCents, key, at }) => ({
      id: `${account}-${version}`,
      type: entryTypeOf(key, amountCents),
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

/** What begins a transfer's key, as the modules write it, by the type of SPEC §3; of two that fit the longer one counts. */
export const entryBeginnings: readonly (Beginning & { nature: EntryType })[] = [
  ...(
    [
      ['11', ['withdraw:', 'payout:', 'payout-back:', 'payout-returned:', 'payout-fee']],
      ['13', ['topup', 'refund:', 'refund-back:', 'repaid:', 'opening', 'bonus:topup', 'bonus-back:topup']],
      ['199', ['bet:', 'settlement:']],
      ['14', ['bonus:vip:']],
      ['141', ['bonus:', 'bonus-', 'wagered:', 'commission', 'boost:', 'insurance:']],
    ] as const
  ).flatMap(([nature, begins]) => begins.map((one) => ({ begins: one, nature, comesIn: null }))),
  // What was given to another player left as a withdrawal does, what was got of one came as a top-up: so their records say.
  { begins: 'transfer:', nature: '11', comesIn: false },
  { begins: 'transfer:', nature: '13', comesIn: true },
]

/** Stakes and prizes of the games: all that begins with a game. */
export const OTHERWISE: EntryType = '19'

/** The type of an entry by the key of its transfer and by which way its money went. */
export function entryTypeOf(key: string, amountCents: number): EntryType {
  const fitting = entryBeginnings.filter(
    ({ begins, comesIn }) => key.startsWith(begins) && (comesIn ?? amountCents > 0) === amountCents > 0,
  )
  return fitting.toSorted((a, b) => b.begins.length - a.begins.length)[0]?.nature ?? OTHERWISE
}
