import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls } from './call.ts'
import type { Permission } from './permissions.ts'

/** What a player's timeline tells of, and the permission to see it beside that of the call. */
export const timelineKinds = {
  note: 'players.read',
  deposit: 'players.read',
  withdrawal: 'players.read',
  transfer: 'players.read',
  bonus: 'players.read',
  bet: 'bets.read',
  round: 'rounds.read',
  limit: 'players.read',
  suspension: 'players.read',
  case: 'harm.decide',
  message: 'support.answer',
  support: 'support.answer',
  document: 'identities.check',
  account: 'players.read',
  audit: 'audit.read',
} as const satisfies Record<string, Permission>

export type TimelineKind = keyof typeof timelineKinds

const kind = z.enum(Object.keys(timelineKinds) as TimelineKind[])

/** What an entry says, by its kind. */
export const timelineEvents = [
  'note_written',
  'deposit_ordered',
  'withdrawal_requested',
  'transfer_sent',
  'transfer_received',
  'bonus_granted',
  'bet_placed',
  'rounds_played',
  'game_visited',
  'limit_asked',
  'break_begun',
  'account_suspended',
  'case_opened',
  'message_written',
  'thread_opened',
  'documents_given',
  'exposure_stated',
  'registered',
  'signed_in',
  'device_new',
  'audited',
] as const

export type TimelineEvent = (typeof timelineEvents)[number]

const entry = z.object({
  /** Unique within the timeline. */
  id: z.string(),
  kind,
  event: z.enum(timelineEvents),
  at: instant,
  /** Money of its own: paid, staked, given. */
  amountCents: z.nullable(z.int()),
  /** What came of it: a bet's or the rounds' return. */
  returnCents: z.nullable(z.int()),
  /** How it stands, in the words of its module: `credited`, `won`, `time_out`. */
  state: z.nullable(z.string()),
  /** Words for people: a note, a reason, a message's title; an act of the audit chain by its name. */
  text: z.nullable(z.string()),
  /** Its own id in its list; of a transfer, the other player's number. */
  ref: z.nullable(z.string()),
  /** Who did it, of notes, suspensions and the audit chain. */
  by: z.nullable(
    z.object({
      actorKind: z.enum(['operator', 'player', 'service', 'system']),
      actorId: z.nullable(z.int()),
    }),
  ),
  /** When it ends or ended, if it does. */
  until: z.nullable(instant),
  /** Rounds of one day by game. */
  games: z.array(z.object({ game: z.string(), rounds: z.int(), stakeCents: z.int(), payoutCents: z.int() })),
})

/** A player's history in one list. */
export const operatorTimelineCalls = defineOperatorCalls({
  'GET /api/backoffice/players/:playerId/timeline': {
    summary:
      'What happened to a player and was done about them, of all kinds that the operator may see or of one, the newest first; audited',
    permission: 'players.read',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    query: z.strictObject({
      kind: z.optional(kind),
      /** The language of messages' titles. */
      lang: z.optional(z.enum(['pt-BR', 'en'])),
      cursor: z.optional(z.string().check(z.regex(/^[\w-]{2,3000}$/))),
    }),
    data: z.object({
      items: z.array(entry),
      /** The kinds that the operator may see. */
      kinds: z.array(kind),
      nextCursor,
    }),
  },
})
