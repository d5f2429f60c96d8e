import type { Calls } from '@palpite/contract'
import { readEntries } from '../ledger/index.ts'
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
      type: entryTypeOf(key),
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

/** What begins a transfer's key, as the modules write it, by the type of SPEC §3; what is named first counts. */
const types: readonly [RegExp, EntryType][] = [
  [/^(withdraw|payout|payout-back|payout-fee):/, '11'],
  [/^bonus:vip:/, '14'],
  [/^(topup|topup-back|topup-debt|repaid|opening|bonus:topup|bonus-back:topup):?/, '13'],
  // Given to another player it left, got of one it came.
  [/^transfer:/, '11'],
  [/^(bet|settlement):/, '199'],
  [/^(bonus|bonus-back|wagered|commission|boost)\b/, '141'],
]

/** The type of an entry by the key of its transfer; stakes and prizes of the games are all that begins with a game. */
export const entryTypeOf = (key: string): EntryType => types.find(([begins]) => begins.test(key))?.[1] ?? '19'
