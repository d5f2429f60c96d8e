import type { FeedRefusal } from '../../sportsbook/index.ts'

/** The origin of a message: its producer and the feed's own timestamp, if given. */
type Sent = {
  readonly product: number | undefined
  readonly sentAt: Date | undefined
  /** It answers a recovery request. */
  readonly isReplayed: boolean
}

/** An unreadable market of a message: which one, if known, and why. */
export type UofUnread = { readonly market: UofMarketKey | undefined; readonly refusal: FeedRefusal }

/** The markets of a message, each read or refused alone. */
type UofMarkets<Market> = { readonly markets: readonly Market[]; readonly unread: readonly UofUnread[] }

/** A market's name in the feed: its id and specifiers such as total=2.5. */
export type UofMarketKey = {
  readonly id: number
  readonly specifiers: Readonly<Record<string, string>>
}

export type UofMarketStatus = 'active' | 'inactive' | 'suspended' | 'handed_over' | 'settled' | 'cancelled'

export type UofOutcome = {
  readonly id: string
  /** Absent if the feed no longer quotes it. */
  readonly priceMilli: number | undefined
  readonly chance: number | undefined
  readonly isActive: boolean
}

export type UofMarket = UofMarketKey & {
  readonly status: UofMarketStatus
  readonly isFavourite: boolean
  readonly outcomes: readonly UofOutcome[]
}

export type UofPair = { readonly home: number; readonly away: number }

/** The match state in the feed's own codes. Unknown counts are absent. */
export type UofEventStatus = {
  readonly status: number
  readonly matchStatus: number
  readonly score: UofPair | undefined
  /** The match clock in seconds. */
  readonly clockSeconds: number | undefined
  readonly isStoppedClock: boolean
  readonly periods: readonly (UofPair & { readonly matchStatus: number; readonly number: number })[]
  readonly corners: UofPair | undefined
  readonly yellowCards: UofPair | undefined
  readonly redCards: UofPair | undefined
  readonly yellowRedCards: UofPair | undefined
}

export type UofOddsChange = Sent &
  UofMarkets<UofMarket> & {
    readonly kind: 'odds_change'
    readonly eventId: string
    readonly status: UofEventStatus | undefined
    readonly bettingStatus: number | undefined
    readonly betStopReason: number | undefined
  }

export type UofBetStop = Sent & {
  readonly kind: 'bet_stop'
  readonly eventId: string
  /** `all`, or the groups of markets that stop. */
  readonly groups: readonly string[]
  readonly marketStatus: UofMarketStatus
}

export type UofResult = {
  readonly id: string
  /** -1 if undecided. */
  readonly result: 0 | 1 | -1
  readonly voidFactor?: string
  readonly deadHeatFactor?: string
}

export type UofSettlement = Sent &
  UofMarkets<UofMarketKey & { readonly outcomes: readonly UofResult[]; readonly voidReason?: number }> & {
    readonly kind: 'bet_settlement'
    readonly eventId: string
    /** 1 as seen live, 2 confirmed. */
    readonly certainty: 1 | 2
  }

/** Bets placed from `from` until before `until` are void; an absent end is open. */
export type UofWindow = { readonly from: Date | undefined; readonly until: Date | undefined }

export type UofBetCancel = Sent &
  UofWindow &
  UofMarkets<UofMarketKey & { readonly voidReason?: number }> & {
    readonly kind: 'bet_cancel' | 'rollback_bet_cancel'
    readonly eventId: string
    readonly supersededBy: string | undefined
  }

export type UofRollbackSettlement = Sent &
  UofMarkets<UofMarketKey> & {
    readonly kind: 'rollback_bet_settlement'
    readonly eventId: string
  }

export type UofFixtureChange = Sent & {
  readonly kind: 'fixture_change'
  readonly eventId: string
  readonly changeType: number | undefined
  readonly startsAt: Date | undefined
}

export type UofAlive = Sent & {
  readonly kind: 'alive'
  readonly product: number
  readonly isSubscribed: boolean
}

export type UofSnapshotComplete = Sent & {
  readonly kind: 'snapshot_complete'
  readonly product: number
  readonly requestId: number
}

export type UofMessage =
  | UofOddsChange
  | UofBetStop
  | UofSettlement
  | UofBetCancel
  | UofRollbackSettlement
  | UofFixtureChange
  | UofAlive
  | UofSnapshotComplete
