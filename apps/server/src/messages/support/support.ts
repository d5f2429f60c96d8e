import type { SupportAbout } from '@palpite/contract'
import { cashierRecordExists } from '../../cashier/index.ts'
import { type InTurn, turnsOf } from '../../platform/costly-work.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Limiter } from '../../platform/limits.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readBet } from '../../sportsbook/index.ts'
import { supportChanged } from '../events.ts'
import type { MessagesSettings } from '../settings.ts'

/** What the commands of the chat share. */
export type Support = {
  deps: Deps
  settings: Settings<MessagesSettings>
  ids: { threads: PublicIds; lines: PublicIds; bets: PublicIds }
  /** Lines that one player may write: in a minute, and in a day. */
  linesAMinute: Limiter
  linesADay: Limiter
  picturesADay: Limiter
  /** Pictures are made anew one after the other. */
  pictureInTurn: InTurn
}

const LINES_A_MINUTE = 20
const LINES_A_DAY = 400
const PICTURES_A_DAY = 30
const DAY_SECONDS = 24 * 60 * 60

export const supportOf = (deps: Deps, settings: Settings<MessagesSettings>): Support => ({
  deps,
  settings,
  ids: {
    threads: publicIds(deps.config, 'thread'),
    lines: publicIds(deps.config, 'line'),
    bets: publicIds(deps.config, 'bet'),
  },
  linesAMinute: deps.limits.limiter('support-lines-minute', LINES_A_MINUTE, 60),
  linesADay: deps.limits.limiter('support-lines-day', LINES_A_DAY, DAY_SECONDS),
  picturesADay: deps.limits.limiter('support-pictures-day', PICTURES_A_DAY, DAY_SECONDS),
  pictureInTurn: turnsOf('picture'),
})

/** Whether what a line is about is this player's own. */
export async function isOwn(
  { ids }: Support,
  sql: Sql,
  playerId: number,
  about: SupportAbout,
): Promise<boolean> {
  if (about.kind === 'payment') return cashierRecordExists(sql, playerId, about.id)
  return (await readBet(sql, playerId, ids.bets.read(about.id))) !== undefined
}

type Change = { what: 'said' | 'read' | 'typing' | 'closed'; by: 'player' | 'operator' }

/** Says to whoever shows the chat that something happened in it. */
export const announce = (tx: Tx, playerId: number, change: Change): Promise<void> =>
  writeEvents(tx, supportChanged, [{ playerId, ...change }])
