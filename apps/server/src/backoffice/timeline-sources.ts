import type { OperatorCalls, TimelineEvent, TimelineKind } from '@palpite/contract/backoffice'
import {
  selectPlayerOrders,
  selectPlayerWithdrawals,
  selectTransfersReceived,
  selectTransfersSent,
} from '../cashier/index.ts'
import { selectPlayedGames, selectPlayerSessions } from '../games/index.ts'
import {
  selectPlayerNewDevices,
  selectPlayerNotes,
  selectPlayerRegistration,
  selectPlayerSignIns,
  selectPlayerStatements,
} from '../identity/index.ts'
import { shownWords, selectPlayerMessages, selectPlayerThreads } from '../messages/index.ts'
import { readAuditPage } from '../platform/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import {
  selectPlayerBreaks,
  selectPlayerCases,
  selectPlayerChecks,
  selectPlayerLimitChanges,
  selectPlayerSuspensions,
} from '../protection/index.ts'
import { selectPlayerGrants } from '../rewards/index.ts'
import { selectPlayerBets } from '../sportsbook/index.ts'
import { maskedWords } from './rules.ts'

type Item = OperatorCalls['GET /api/backoffice/players/:playerId/timeline']['data']['items'][number]

/** What an entry shows besides its time and kind. */
type Said = { event: TimelineEvent } & Partial<Omit<Item, 'id' | 'kind' | 'event' | 'at'>>

/**
 * An entry at its place in its list; `said` is undefined if the entry is not shown, such as one that another
 * list shows in more detail.
 */
export type TimelineRow = ListPlace & { said: Said | undefined }

/** What to read of a list: at most `max` rows of this player after a place. */
export type TimelineStep = {
  playerId: number
  before: ListPlace
  max: number
  lang: 'pt-BR' | 'en'
  threadIds: PublicIds
  /** The kinds of entries that are asked for. */
  kinds: readonly TimelineKind[]
  /** Whether the operator may see cases of harm, and so messages about one. */
  mayCases: boolean
}

/** One list of a player's timeline, read by its module's own statement, which an index of player and time or id answers. */
export type TimelineSource = {
  kind: TimelineKind
  /** Whether its keys are numbers. */
  isNumbered: boolean
  /**
   * Whether an entry sums up several rows, so that a row written since the first page does not make it a
   * later entry.
   */
  isSum?: true
  read: (tx: Tx, step: TimelineStep) => Promise<{ rows: TimelineRow[]; isEnd: boolean }>
}

type Read<Row> = (tx: Tx, step: TimelineStep) => PromiseLike<readonly Row[]>

/** A list whose statement returns its entries one by one. */
const listed = <Row extends ListPlace>(
  kind: TimelineKind,
  isNumbered: boolean,
  read: Read<Row>,
  say: (row: Row, step: TimelineStep) => Said | undefined,
): TimelineSource => ({
  kind,
  isNumbered,
  read: async (tx, step) => {
    const rows = await read(tx, step)
    return {
      rows: rows.map((row) => ({ atMicros: row.atMicros, key: row.key, said: say(row, step) })),
      isEnd: rows.length < step.max,
    }
  },
})

const byId = <Row extends ListPlace>(
  kind: TimelineKind,
  read: Read<Row>,
  say: (row: Row, step: TimelineStep) => Said | undefined,
) => listed(kind, true, read, say)

const byKey = <Row extends ListPlace>(
  kind: TimelineKind,
  read: Read<Row>,
  say: (row: Row, step: TimelineStep) => Said | undefined,
) => listed(kind, false, read, say)

/** Messages about a case of harm. */
const OF_CASES = /^message\.(?:harm|coolOff)/

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Every list by its name in cursors. Among entries of one moment an earlier list comes first. */
export const timelineSources: Readonly<Record<string, TimelineSource>> = {
  notes: byId('note', selectPlayerNotes, ({ key, operatorId, text, isPinned, isWithdrawn }) => ({
    event: 'note_written',
    state: isWithdrawn ? 'withdrawn' : isPinned ? 'pinned' : null,
    text,
    ref: key,
    by: { actorKind: 'operator', actorId: operatorId },
  })),
  orders: byKey('deposit', selectPlayerOrders, ({ key, amountCents, status }) => ({
    event: 'deposit_ordered',
    amountCents,
    state: status,
    ref: key,
  })),
  withdrawals: byKey('withdrawal', selectPlayerWithdrawals, ({ key, amountCents, status }) => ({
    event: 'withdrawal_requested',
    amountCents,
    state: status,
    ref: key,
  })),
  sent: byKey('transfer', selectTransfersSent, ({ amountCents, otherId }) => ({
    event: 'transfer_sent',
    amountCents,
    ref: String(otherId),
  })),
  received: byKey('transfer', selectTransfersReceived, ({ amountCents, otherId }) => ({
    event: 'transfer_received',
    amountCents,
    ref: String(otherId),
  })),
  grants: byKey('bonus', selectPlayerGrants, ({ kind, amountCents }) => ({
    event: 'bonus_granted',
    amountCents,
    state: kind,
  })),
  bets: byId('bet', selectPlayerBets, ({ key, status, isRefunded, stakeCents, returnCents }) => ({
    event: 'bet_placed',
    amountCents: stakeCents,
    returnCents,
    state: isRefunded ? 'refunded' : status,
    ref: key,
  })),
  rounds: { kind: 'round', isNumbered: true, isSum: true, read: readPlayedDays },
  sessions: byKey('round', selectPlayerSessions, ({ game, stakedCents, returnedCents, isOpen }) => ({
    event: 'game_visited',
    amountCents: stakedCents,
    returnCents: returnedCents,
    state: isOpen ? 'open' : null,
    text: game,
  })),
  limits: byId('limit', selectPlayerLimitChanges, ({ kind, period, amount }) => ({
    event: 'limit_asked',
    // Bets are counted, and time is in minutes.
    ...(kind === 'bets' || kind === 'time'
      ? { text: amount === null ? null : String(amount) }
      : { amountCents: amount }),
    state: `${kind}.${period}`,
  })),
  breaks: byId('limit', selectPlayerBreaks, ({ kind, product, endsAt }) => ({
    event: 'break_begun',
    state: product === null ? kind : `${kind}.${product}`,
    until: iso(endsAt),
  })),
  suspensions: byId('suspension', selectPlayerSuspensions, ({ reason, suspendedBy, liftedAt }) => ({
    event: 'account_suspended',
    state: liftedAt === null ? 'open' : 'lifted',
    text: reason,
    by: { actorKind: 'operator', actorId: suspendedBy },
    until: iso(liftedAt),
  })),
  cases: byId('case', selectPlayerCases, ({ key, grade, closedAt }) => ({
    event: 'case_opened',
    state: closedAt === null ? 'open' : 'closed',
    text: String(grade),
    ref: key,
    until: iso(closedAt),
  })),
  messages: byId('message', selectPlayerMessages, ({ textKey, textValues, isRead }, { lang, mayCases }) =>
    OF_CASES.test(textKey) && !mayCases
      ? undefined
      : {
          event: 'message_written',
          state: isRead ? 'read' : 'unread',
          text: maskedWords(shownWords({ textKey, textValues }, lang).title),
        },
  ),
  threads: byId('support', selectPlayerThreads, ({ key, isClosed, isWaiting }, { threadIds }) => ({
    event: 'thread_opened',
    state: isClosed ? 'closed' : isWaiting ? 'waiting' : 'answered',
    ref: threadIds.show(Number(key)),
  })),
  checks: byId('document', selectPlayerChecks, ({ key, state }) => ({
    event: 'documents_given',
    state,
    ref: key,
  })),
  statements: byId('document', selectPlayerStatements, ({ source, isExposed }) => ({
    event: 'exposure_stated',
    state: `${source}.${isExposed ? 'exposed' : 'not_exposed'}`,
  })),
  registration: byId('account', selectPlayerRegistration, () => ({ event: 'registered' })),
  signIns: byId('account', selectPlayerSignIns, ({ way, country }) => ({
    event: 'signed_in',
    state: way,
    text: country,
  })),
  newDevices: byId('account', selectPlayerNewDevices, () => ({ event: 'device_new' })),
  audit: { kind: 'audit', isNumbered: true, read: readAudited },
}

/**
 * The most rounds that one statement reads: a day of automatic play takes two pages rather than a slow one.
 */
const MAX_ROUNDS = 1000

/** Days of play, one entry each; a day that goes on beyond the rounds read has another one for the rest of its rounds. */
async function readPlayedDays(tx: Tx, { playerId, before }: TimelineStep) {
  const games = await selectPlayedGames(tx, { playerId, before, max: MAX_ROUNDS })
  const rows = [...Map.groupBy(games, ({ day }) => day).values()].map((of): TimelineRow => {
    const sum = (cents: (one: (typeof of)[number]) => number) =>
      of.reduce((total, one) => total + cents(one), 0)
    return {
      atMicros: Math.max(...of.map(({ atMicros }) => atMicros)),
      key: String(Math.min(...of.map(({ firstId }) => firstId))),
      said: {
        event: 'rounds_played',
        amountCents: sum(({ stakeCents }) => stakeCents),
        returnCents: sum(({ payoutCents }) => payoutCents),
        text: of[0]?.day ?? null,
        games: of.map(({ game, rounds, stakeCents, payoutCents }) => ({
          game,
          rounds,
          stakeCents,
          payoutCents,
        })),
      },
    }
  })
  return { rows, isEnd: (games[0]?.scanned ?? 0) < MAX_ROUNDS }
}

/** Acts that another list shows with more detail, and the kind of that list. */
const SHOWN_ELSEWHERE: Readonly<Record<string, TimelineKind>> = {
  'player.note_written': 'note',
  'player.suspended': 'suspension',
}

async function readAudited(tx: Tx, { playerId, before, max, kinds }: TimelineStep) {
  const subject = `player:${playerId}`
  const { rows, next } = await readAuditPage(tx, { subject, beforeId: Number(before.key), max })
  return {
    rows: rows.map(({ id, at, action, actorKind, actorId, details }): TimelineRow => {
      const reason = details['reason']
      const other = SHOWN_ELSEWHERE[action]
      const said: Said = {
        event: 'audited',
        text: action,
        state: typeof reason === 'string' ? reason : null,
        by: { actorKind, actorId },
      }
      return {
        atMicros: at.getTime() * 1000,
        key: String(id),
        said: other && kinds.includes(other) ? undefined : said,
      }
    }),
    isEnd: next === null,
  }
}
