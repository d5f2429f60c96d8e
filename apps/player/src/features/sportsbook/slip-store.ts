import type { Calls } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import { create } from 'zustand'
import { onLogout } from '../../shared/session.ts'
import { text } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { deviceKeys } from '../../shared/device-keys.ts'

/** A bet request. Sent twice, it acts once. */
export type Request = Calls['POST /api/app/sportsbook/betPlay']['body']

/** The price policy: exactly the shown price, better, or any. */
export type Accept = Request['accept']

/** One selection of a bet builder. */
export type Selection = {
  outcomeId: string
  marketType: string
  period: Period
  lineQuarters: number | null
  side: 'home' | 'away' | null
  code: string
  name: string | null
}

/** A selection with everything needed to show it without its match. */
export type SlipLeg = {
  outcomeId: string
  fixtureId: string
  home: string
  away: string
  /** For fields such as a race; missing in slips stored before. */
  title?: string | null
  simulated: boolean
  marketType: string
  period: Period
  lineQuarters: number | null
  /** The side of a one-sided total. */
  side?: 'home' | 'away' | null
  code: string
  name: string | null
  /** The bet builder's parameters. */
  selections?: readonly Selection[]
  /** The price the player saw and accepted. */
  priceMilli: number
  /** The minimum price, if set. */
  minPriceMilli?: number | undefined
  /** A banker of the system. */
  isBanker?: boolean | undefined
}

export type ByOutcome<V> = Readonly<Record<string, V>>

/** Singles, one parlay, or combinations. */
export type SlipMode = 'singles' | 'parlay' | 'system'

/** Multiples have stake and request under their own name, beside those of the selections. */
export type CombinedMode = Exclude<SlipMode, 'singles'>

/** The slip's content, kept on this device for a day. */
export type Slip = {
  legs: readonly SlipLeg[]
  /** Each leg's typed stake, as a money entry. */
  entries: ByOutcome<string>
  /** Unanswered requests: repeated unchanged, never anew. */
  requests: ByOutcome<Request>
  accept: Accept
  /** The accepted decrease below the agreed price, for that policy. */
  withinBps: number
  /** The slip's mode, if chosen by hand or given by a shared or repeated slip. */
  mode?: SlipMode | undefined
  /** The player's last chosen mode, for following slips. */
  usualMode?: SlipMode | undefined
  /** Each-way: backed to be placed too, for the same stake again. */
  isEachWay: boolean
  /** The chosen combination sizes of a system. */
  folds: readonly number[]
}

type Saved = { savedAt: number }

const storageKey = deviceKeys.slip
const keptMs = 24 * 3_600_000
/** Each leg is watched and loaded separately, so the slip is bounded. */
const maxLegs = 20
const touchMs = 8

const emptySlip: Slip = {
  legs: [],
  entries: {},
  requests: {},
  accept: 'better',
  withinBps: 500,
  isEachWay: false,
  folds: [2],
}

const read = (): Slip => {
  try {
    // Written below; a broken or foreign text is an empty slip.
    const { savedAt, ...kept } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Slip & Saved
    if (!Array.isArray(kept.legs)) return emptySlip
    if (Date.now() - savedAt < keptMs) return { ...emptySlip, ...kept }
    // Selections expire; the preferred mode does not.
    const { legs, entries, requests } = emptySlip
    return { ...emptySlip, ...kept, legs, entries, requests, mode: undefined, isEachWay: false }
  } catch {
    return emptySlip
  }
}

/** The bet slip: selections not bet on yet. Kept on this device for a day. */
export const useSlip = create<Slip>(read)

/** Changes the slip in memory and storage. */
export const change = (changed: Partial<Slip>): void => {
  useSlip.setState(changed)
  localStorage.setItem(storageKey, JSON.stringify({ ...useSlip.getState(), savedAt: Date.now() }))
}

// A request belongs to its player: nobody else may repeat it. Stakes and mode are private too. Selections stay, as a
// visitor's do: an expired session costs nobody the slip.
onLogout(() => {
  const left = { requests: {}, entries: {}, mode: undefined, usualMode: undefined }
  // Nothing is written into a cleared storage.
  if (localStorage.getItem(storageKey) === null) useSlip.setState(left)
  else change(left)
})

/** Outcomes whose bets are in flight from this tab. */
let held: readonly string[] = []

/** While bets are in flight other tabs' changes do not affect them; an empty list releases the slip. */
export const holdLegs = (outcomeIds: readonly string[]): void => {
  held = outcomeIds
}

/** Merges by outcome: held ones from here, the rest from the other tab. */
const mixed = <V>(mine: ByOutcome<V>, theirs: ByOutcome<V>): ByOutcome<V> => ({
  ...Object.fromEntries(Object.entries(theirs).filter(([outcomeId]) => !held.includes(outcomeId))),
  ...Object.fromEntries(Object.entries(mine).filter(([outcomeId]) => held.includes(outcomeId))),
})

/** Loads the slip another tab wrote: a player has one slip, and the newest write wins. */
const loadOtherTabsSlip = (): void => {
  const mine = useSlip.getState()
  const theirs = read()
  const requests = mixed(mine.requests, theirs.requests)
  const slip: Slip = {
    legs: [
      ...mine.legs.filter(({ outcomeId }) => held.includes(outcomeId)),
      ...theirs.legs.filter(({ outcomeId }) => !held.includes(outcomeId)),
    ],
    entries: mixed(mine.entries, theirs.entries),
    requests,
    accept: theirs.accept,
    withinBps: theirs.withinBps,
    mode: theirs.mode,
    usualMode: theirs.usualMode,
    isEachWay: theirs.isEachWay,
    folds: theirs.folds,
  }
  // A request unknown to the other tab must not be lost: sent again as new it would be a second bet.
  const isRequestMissing = Object.keys(requests).some((outcomeId) => !(outcomeId in theirs.requests))
  if (isRequestMissing) change(slip)
  else useSlip.setState(slip)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // Reads the current storage instead of the event: tabs that write at once end with the same slip. Empty means a
    // logout in another tab, which keeps its slip visible; so does this one.
    if (key === storageKey && localStorage.getItem(storageKey) !== null) loadOtherTabsSlip()
  })
  // A page restored from the back/forward cache missed the other tabs' events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && localStorage.getItem(storageKey) !== null) loadOtherTabsSlip()
  })
}

/** Toggles a selection. */
export const toggleLeg = (leg: SlipLeg): void => {
  const { legs } = useSlip.getState()
  if (legs.some((each) => each.outcomeId === leg.outcomeId)) return removeLegs([leg.outcomeId])
  if (legs.length >= maxLegs) {
    return toast(text('sportsbook.slip.full', { max: maxLegs }))
  }
  navigator.vibrate?.(touchMs)
  change({ legs: [...legs, leg] })
}

/** Removes selections with their stakes. One whose bet may exist stays until that is known. */
export const removeLegs = (outcomeIds: readonly string[]): void => {
  const { legs, entries, requests } = useSlip.getState()
  const goes = (outcomeId: string) => outcomeIds.includes(outcomeId) && !(outcomeId in requests)
  const left = legs.filter(({ outcomeId }) => !goes(outcomeId))
  change({
    legs: left,
    // The next slip uses the preferred mode.
    ...(left.length === 0 && { mode: undefined }),
    // The multiple's stake is removed with the last two selections.
    entries: Object.fromEntries(
      Object.entries(entries).filter(
        ([key]) =>
          !goes(key) && (left.length > 1 || key in requests || (key !== 'parlay' && key !== 'system')),
      ),
    ),
  })
}
