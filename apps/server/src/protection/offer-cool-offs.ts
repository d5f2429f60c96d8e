import { readPlayers } from '../identity/index.ts'
import { readNetLossDays } from '../ledger/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { insertCoolOffs, selectCoolOffSpan, selectOfferedToday } from './cool-off-queries.ts'
import { coolOffOffered } from './events.ts'
import { coolOffFrom } from './harm-rules.ts'
import { readOnBreak } from './read-rules.ts'
import type { ProtectionSettings } from './settings.ts'

/** Bounds the rows of one transaction: 29 days of so many players. */
const PLAYERS_AT_ONCE = 200

/**
 * Offers a pause to those of these players whose settled stakes of today have lost more than the rule lets pass: once a day, as a
 * message and as a dialog, and never more than an offer. Who is on a break already gets none, nor does the test account.
 */
export async function offerCoolOffs(
  { db }: Pick<Deps, 'db'>,
  settings: Pick<ProtectionSettings, 'coolOff'>,
  playerIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < playerIds.length; at += PLAYERS_AT_ONCE)
    await db.begin((tx) => offer(tx, settings, playerIds.slice(at, at + PLAYERS_AT_ONCE)))
}

async function offer(tx: Tx, { coolOff }: Pick<ProtectionSettings, 'coolOff'>, asked: readonly number[]) {
  const [span, offered] = await Promise.all([selectCoolOffSpan(tx), selectOfferedToday(tx, asked)])
  const had = new Set(offered.map(({ playerId }) => playerId))
  const lossDays = await readNetLossDays(
    tx,
    asked.filter((id) => !had.has(id)),
    span,
  )
  const found = [...Map.groupBy(lossDays, ({ playerId }) => playerId)].flatMap(([playerId, days]) => {
    const netLossCents = days.find(({ day }) => day === span.until)?.netLossCents ?? 0
    const before = days.filter(({ day }) => day !== span.until).map((one) => one.netLossCents)
    const fromCents = coolOffFrom(before, coolOff)
    return netLossCents >= fromCents ? [{ playerId, day: span.until, netLossCents, fromCents }] : []
  })
  if (found.length === 0) return
  const ids = found.map(({ playerId }) => playerId)
  const [players, onBreak] = await Promise.all([readPlayers(tx, ids), readOnBreak(tx, ids)])
  const going = found.filter(
    ({ playerId }) => players.get(playerId)?.isTest !== true && !onBreak.has(playerId),
  )
  if (going.length === 0) return
  // Of several servers that look at once, one tells.
  const written = await insertCoolOffs(tx, going)
  await writeEvents(tx, coolOffOffered, written)
}
