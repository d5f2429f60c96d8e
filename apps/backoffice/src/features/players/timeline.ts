import type { TimelineEvent, TimelineKind } from '@palpite/contract/backoffice'
import type { Glyph } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

export type TimelineItem = DataOf<'GET /api/backoffice/players/:playerId/timeline'>['items'][number]

/** The word and icon of each kind, in the order of the filter. */
export const kindLooks = {
  note: { name: 'players.timeline.kindNote', icon: 'push-pin' },
  deposit: { name: 'players.timeline.kindDeposit', icon: 'arrow-down-left' },
  withdrawal: { name: 'players.timeline.kindWithdrawal', icon: 'arrow-up-right' },
  transfer: { name: 'players.timeline.kindTransfer', icon: 'arrows-down-up' },
  bonus: { name: 'players.timeline.kindBonus', icon: 'gift-duotone' },
  bet: { name: 'players.timeline.kindBet', icon: 'ticket' },
  round: { name: 'players.timeline.kindRound', icon: 'dice-five' },
  limit: { name: 'players.timeline.kindLimit', icon: 'clock-countdown' },
  suspension: { name: 'players.timeline.kindSuspension', icon: 'lock-key-fill' },
  case: { name: 'players.timeline.kindCase', icon: 'shield-check' },
  message: { name: 'players.timeline.kindMessage', icon: 'envelope-simple' },
  support: { name: 'players.timeline.kindSupport', icon: 'chats-circle' },
  document: { name: 'players.timeline.kindDocument', icon: 'identification-card-duotone' },
  account: { name: 'players.timeline.kindAccount', icon: 'key-duotone' },
  audit: { name: 'players.timeline.kindAudit', icon: 'list-magnifying-glass' },
} as const satisfies Record<TimelineKind, { name: TextKey; icon: Glyph }>

/** The text of each kind of entry; an entry of the audit chain has that act's text. */
export const eventNames = {
  note_written: 'players.timeline.noteWritten',
  deposit_ordered: 'players.timeline.depositOrdered',
  withdrawal_requested: 'players.timeline.withdrawalRequested',
  transfer_sent: 'players.timeline.transferSent',
  transfer_received: 'players.timeline.transferReceived',
  bonus_granted: 'players.timeline.bonusGranted',
  bet_placed: 'players.timeline.betPlaced',
  rounds_played: 'players.timeline.roundsPlayed',
  game_visited: 'players.timeline.gameVisited',
  limit_asked: 'players.timeline.limitAsked',
  break_begun: 'players.timeline.breakBegun',
  account_suspended: 'audit.act.playerSuspended',
  case_opened: 'players.timeline.caseOpened',
  message_written: 'players.timeline.messageWritten',
  thread_opened: 'players.timeline.threadOpened',
  documents_given: 'players.timeline.documentsGiven',
  exposure_stated: 'players.timeline.exposureStated',
  registered: 'players.timeline.registered',
  signed_in: 'players.timeline.signedIn',
  device_new: 'players.timeline.deviceNew',
  audited: 'players.timeline.kindAudit',
} as const satisfies Record<TimelineEvent, TextKey>

const stateNames: Readonly<Partial<Record<TimelineEvent, Readonly<Record<string, TextKey>>>>> = {
  note_written: { pinned: 'players.notes.pinned', withdrawn: 'players.notes.withdrawn' },
  deposit_ordered: {
    created: 'bank.state.created',
    open: 'bank.state.open',
    credited: 'bank.state.credited',
    expired: 'bank.state.expired',
    cancelled: 'bank.state.cancelled',
    failed: 'bank.state.failed',
    rejected: 'bank.state.rejected',
    partly_reversed: 'bank.state.partlyReversed',
    reversed: 'bank.state.reversed',
  },
  withdrawal_requested: {
    review: 'withdrawals.state.review',
    requested: 'withdrawals.state.requested',
    sending: 'withdrawals.state.sending',
    sent: 'withdrawals.state.sent',
    unknown: 'withdrawals.state.unknown',
    paid: 'bank.state.paid',
    failed: 'bank.state.failed',
  },
  bonus_granted: {
    vip: 'players.timeline.bonusVip',
    ladder: 'players.timeline.bonusLadder',
    activity: 'players.timeline.bonusActivity',
    check_in: 'players.timeline.bonusCheckIn',
    commission: 'players.timeline.bonusCommission',
    game_bonus: 'players.timeline.bonusGame',
  },
  bet_placed: {
    open: 'plays.state.open',
    settled: 'plays.state.settled',
    refunded: 'plays.state.refunded',
    cashed_out: 'plays.state.soldWhole',
  },
  game_visited: { open: 'players.timeline.inGame' },
  limit_asked: {
    'deposit.day': 'players.timeline.depositDay',
    'deposit.week': 'players.timeline.depositWeek',
    'deposit.month': 'players.timeline.depositMonth',
    'loss.day': 'players.timeline.lossDay',
    'loss.week': 'players.timeline.lossWeek',
    'loss.month': 'players.timeline.lossMonth',
    'stake.day': 'players.timeline.stakeDay',
    'stake.week': 'players.timeline.stakeWeek',
    'stake.month': 'players.timeline.stakeMonth',
    'bets.day': 'players.timeline.betsDay',
    'bets.week': 'players.timeline.betsWeek',
    'bets.month': 'players.timeline.betsMonth',
    'time.day': 'players.timeline.timeDay',
    'time.week': 'players.timeline.timeWeek',
    'time.month': 'players.timeline.timeMonth',
  },
  break_begun: {
    time_out: 'players.timeline.timeOut',
    exclusion: 'players.timeline.exclusion',
    'block.games': 'players.timeline.blockGames',
    'block.sports': 'players.timeline.blockSports',
    'block.in_play': 'players.timeline.blockInPlay',
  },
  case_opened: { open: 'players.timeline.open', closed: 'players.timeline.closed' },
  message_written: { read: 'players.timeline.read', unread: 'players.timeline.unread' },
  thread_opened: {
    waiting: 'players.timeline.waits',
    answered: 'players.timeline.answered',
    closed: 'players.timeline.closed',
  },
  documents_given: {
    collecting: 'players.timeline.collecting',
    waiting: 'players.timeline.checking',
    unsure: 'documents.state.unsure',
    approved: 'documents.state.approved',
    refused: 'documents.state.refused',
  },
  exposure_stated: {
    'declared.exposed': 'players.timeline.declaredYes',
    'declared.not_exposed': 'exposures.said.declaredNo',
    'register.exposed': 'exposures.said.registerYes',
    'register.not_exposed': 'exposures.said.registerNo',
  },
  signed_in: {
    password: 'players.timeline.byPassword',
    link: 'players.timeline.byLink',
    passkey: 'players.timeline.byPasskey',
    register: 'players.timeline.byRegister',
  },
}

/** The text of an entry's state; undefined if it has none, or one that this version does not know. */
export const stateName = ({ event, state }: Pick<TimelineItem, 'event' | 'state'>): TextKey | undefined =>
  state === null ? undefined : stateNames[event]?.[state]

/** Further permissions that decide which screens an entry may link to. */
type May = { books: boolean; review: boolean }

/** Where an entry's detail is shown; undefined if nowhere, or not to this operator. */
export function placeOfEntry(
  { event, ref, state, text }: Pick<TimelineItem, 'event' | 'ref' | 'state' | 'text'>,
  playerId: number,
  may: May,
): string | undefined {
  if (event === 'rounds_played') return `/rodadas?jogador=${playerId}&de=${text}&ate=${text}`
  if (ref === null) return undefined
  if (event === 'transfer_sent' || event === 'transfer_received') return `/jogadores?busca=${ref}`
  if (event === 'bet_placed') return `/apostas?jogador=${playerId}&aberto=${ref}`
  if (event === 'case_opened') return `/protecao?${state === 'closed' ? 'ver=closed&' : ''}aberto=${ref}`
  if (event === 'thread_opened')
    return `/atendimento?${state === 'waiting' ? '' : `estado=${state}&`}aberto=${ref}`
  if (event === 'documents_given') return placeOfCheck(ref, state)
  if (event !== 'deposit_ordered' && event !== 'withdrawal_requested') return undefined
  if (may.books) return `/depositos/pedido?busca=${ref}`
  return event === 'withdrawal_requested' && may.review && !['paid', 'failed', 'review'].includes(state ?? '')
    ? `/saques/a-caminho?aberto=${ref}`
    : undefined
}

/**
 * Only checks that operators decide, or that are decided, are in the list; a check that still runs outside is
 * not.
 */
function placeOfCheck(ref: string, state: string | null): string | undefined {
  if (state === 'unsure') return `/documentos?aberto=${ref}`
  return state === 'approved' || state === 'refused' ? `/documentos?ver=decided&aberto=${ref}` : undefined
}

/** Entries to show: views and acts of one operator that follow each other are one, with their number. */
export function joined(items: readonly TimelineItem[]): (TimelineItem & { times: number })[] {
  const shown: (TimelineItem & { times: number })[] = []
  for (const item of items) {
    const last = shown.at(-1)
    if (!last || !isOfOneActor(last, item)) shown.push({ ...item, times: 1 })
    else if (last.text === item.text && last.state === item.state) last.times += 1
    // Opening a record writes a view of each part: together they are one look at the player.
    else if (isView(last) && isView(item))
      Object.assign(last, { text: 'player.looked_up', state: null, times: last.times + 1 })
    else shown.push({ ...item, times: 1 })
  }
  return shown
}

const isView = ({ text }: TimelineItem): boolean => /_read$|\.looked_up$|_looked_at$/.test(text ?? '')

const isOfOneActor = (one: TimelineItem, other: TimelineItem): boolean =>
  one.event === 'audited' &&
  other.event === 'audited' &&
  one.by?.actorKind === other.by?.actorKind &&
  one.by?.actorId === other.by?.actorId
