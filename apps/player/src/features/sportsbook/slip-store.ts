import type { Calls } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import { create } from 'zustand'
import { onLogout } from '../../shared/session.ts'
import { text } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { deviceKeys } from '../../shared/device-keys.ts'

/** One bet as the server is asked for it. The same request sent twice acts once. */
export type Request = Calls['POST /api/app/sportsbook/betPlay']['body']

/** Which prices the player takes: only the one shown, that or a better one, or any. */
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

/** One selection, with what is needed to show it when its match is not in sight. */
export type SlipLeg = {
  outcomeId: string
  fixtureId: string
  home: string
  away: string
  /** Of what has a field of runners, as a race; a slip that was kept from before has none. */
  title?: string | null
  simulated: boolean
  marketType: string
  period: Period
  lineQuarters: number | null
  /** Whose total it is, where a market counts one side. */
  side?: 'home' | 'away' | null
  code: string
  name: string | null
  /** Of a bet builder what it needs. */
  selections?: readonly Selection[]
  /** The price the player saw and agreed to. */
  priceMilli: number
  /** The least that they take, where they said one. */
  minPriceMilli?: number | undefined
  /** In a system it stands in every combination. */
  isBanker?: boolean | undefined
}

export type ByOutcome<V> = Readonly<Record<string, V>>

/** Each selection a bet of its own, all of them in one, or combinations of some of them. */
export type SlipMode = 'singles' | 'parlay' | 'system'

/** Bets on several selections have a stake and a request under their own name, beside those of the selections. */
export type CombinedMode = Exclude<SlipMode, 'singles'>

/** What stands in the slip. All of it is kept on this device for a day. */
export type Slip = {
  legs: readonly SlipLeg[]
  /** What was typed as the stake of each leg, as a money entry. */
  entries: ByOutcome<string>
  /** Requests that were sent and have no answer yet: they are sent again as they are, never anew. */
  requests: ByOutcome<Request>
  accept: Accept
  /** How far below the agreed price one is still taken, where that is the rule. */
  withinBps: number
  /** How this slip is bet on, where that was said: it was chosen by hand, or came with a slip that was shared or repeated. */
  mode?: SlipMode | undefined
  /** What its player chose last, for the slips that come. */
  usualMode?: SlipMode | undefined
  /** Who can be backed to win is backed to be placed too, for the same stake again. */
  isEachWay: boolean
  /** Sizes of the combinations of a system, as they were chosen. */
  folds: readonly number[]
}

type Saved = { savedAt: number }

const storageKey = deviceKeys.slip
const keptMs = 24 * 3_600_000
/** Each leg is watched and asked for on its own, so a slip cannot grow without end. */
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
    // Written by us below; a broken or foreign text is an empty slip.
    const { savedAt, ...kept } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Slip & Saved
    if (!Array.isArray(kept.legs)) return emptySlip
    if (Date.now() - savedAt < keptMs) return { ...emptySlip, ...kept }
    // What is chosen is over; how its player bets is not.
    const { legs, entries, requests } = emptySlip
    return { ...emptySlip, ...kept, legs, entries, requests, mode: undefined, isEachWay: false }
  } catch {
    return emptySlip
  }
}

/** The bet slip: what the player chose and has not yet bet on. Kept on this device for a day. */
export const useSlip = create<Slip>(read)

/** Changes the slip here and on the device. */
export const change = (changed: Partial<Slip>): void => {
  useSlip.setState(changed)
  localStorage.setItem(storageKey, JSON.stringify({ ...useSlip.getState(), savedAt: Date.now() }))
}

// A request belongs to the player who sent it: another one must never send it again. What was staked, and how, is as private. The
// selections stay, as a visitor's do: a session that ended by itself costs nobody the slip.
onLogout(() => {
  const left = { requests: {}, entries: {}, mode: undefined, usualMode: undefined }
  // Where the storage has been emptied nothing is put into it again.
  if (localStorage.getItem(storageKey) === null) useSlip.setState(left)
  else change(left)
})

/** Outcomes whose bets are on their way from this tab. */
let held: readonly string[] = []

/** While bets are on their way nothing that another tab writes changes them; none lets all of the slip go again. */
export const holdLegs = (outcomeIds: readonly string[]): void => {
  held = outcomeIds
}

/** Of what stands by outcome: what is held from here, the rest from the other tab. */
const mixed = <V>(mine: ByOutcome<V>, theirs: ByOutcome<V>): ByOutcome<V> => ({
  ...Object.fromEntries(Object.entries(theirs).filter(([outcomeId]) => !held.includes(outcomeId))),
  ...Object.fromEntries(Object.entries(mine).filter(([outcomeId]) => held.includes(outcomeId))),
})

/** Loads the slip that another tab wrote: one player has one slip, and the newest write wins. */
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
  // A request that the other tab had not heard of must not be lost with this page: sent anew it would be a second bet.
  const isRequestMissing = Object.keys(requests).some((outcomeId) => !(outcomeId in theirs.requests))
  if (isRequestMissing) change(slip)
  else useSlip.setState(slip)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // What is kept now, not what the event tells of: two tabs that wrote at once end with the same slip. Nothing kept
    // is a logout in another tab, which still shows its slip; so does this one.
    if (key === storageKey && localStorage.getItem(storageKey) !== null) loadOtherTabsSlip()
  })
  // A page that the browser had put aside as it was (back and forward) heard nothing of other tabs meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && localStorage.getItem(storageKey) !== null) loadOtherTabsSlip()
  })
}

/** Adds a selection, or takes it out when it is there already. */
export const toggleLeg = (leg: SlipLeg): void => {
  const { legs } = useSlip.getState()
  if (legs.some((each) => each.outcomeId === leg.outcomeId)) return removeLegs([leg.outcomeId])
  if (legs.length >= maxLegs) {
    return toast(text('sportsbook.slip.full', { max: maxLegs }))
  }
  navigator.vibrate?.(touchMs)
  change({ legs: [...legs, leg] })
}

/** Takes selections out, with what was typed for them. One whose bet may stand already stays until that is known. */
export const removeLegs = (outcomeIds: readonly string[]): void => {
  const { legs, entries, requests } = useSlip.getState()
  const goes = (outcomeId: string) => outcomeIds.includes(outcomeId) && !(outcomeId in requests)
  const left = legs.filter(({ outcomeId }) => !goes(outcomeId))
  change({
    legs: left,
    // The next slip is bet on as its player usually does.
    ...(left.length === 0 && { mode: undefined }),
    // What was typed for several together goes with the last two of them, not on to the next slip.
    entries: Object.fromEntries(
      Object.entries(entries).filter(
        ([key]) =>
          !goes(key) && (left.length > 1 || key in requests || (key !== 'parlay' && key !== 'system')),
      ),
    ),
  })
}
