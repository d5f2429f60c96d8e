import type { Calls, PublicEvents, SessionEnding, SupportAbout } from '@palpite/contract'
import { create } from 'zustand'
import { answerAlert, useAlerts } from './alerts.ts'
import { type EntryNotes, entryNotes } from './history-state.ts'
import type { OverlayName } from './overlay-names.ts'
import { answerStepUp, useStepUp } from './step-up.ts'

export type { OverlayName } from './overlay-names.ts'

/** The tab of the cash panel, and the missing amount for the bet or round that opened it. */
export type CashInput = { tab?: 'deposit' | 'withdraw'; missingCents?: number }

/** A round of any small game, as the wire has it. */
export type GameRound = Calls['GET /api/app/games/rounds/:roundId']['data']

type Banners = Calls['GET /api/app/rewards/banners']['data']

/** A planned banner. */
export type PlannedBanner = Banners['banners'][number]

type GameRoom = PublicEvents['gameRoom']['room']

/** Fails to compile if an overlay is missing. */
type Each<Inputs extends Record<OverlayName, object>> = Inputs

/** Every overlay by name with its props. At most one is visible. */
export type OverlayInputs = Each<{
  /** `next`: the overlay that opens after the login. `ending`: why the session ended. */
  login: {
    tab?: 'login' | 'register'
    email?: string
    next?: 'slip' | 'support'
    ending?: SessionEnding
    /** For a sign-in by link that needs the second factor. */
    ticket?: string
  }
  forgotPassword: { email?: string }
  changePassword: object
  changeEmail: object
  /** The tab of the cash panel that opens after saving; `next: 'back'` returns to the page below. */
  kyc: CashInput & { next?: 'back' }
  deposit: CashInput
  gameDeposit: { variant?: 'secondDeposit' }
  /** `isReopened`: opened from its record, so no form is behind it. */
  payment: { orderId: string; payNo: string; url: string; amountCents: number; isReopened?: boolean }
  settingsMenu: object
  /** After a login: leads to the daily check-in, or where the planned banner does. */
  startMask: { planned?: PlannedBanner }
  /** The claimable awards. */
  award: object
  /** The earned game bonus, and the package that releases it. */
  bonusIncrease: object
  accountMenu: object
  avatarPicker: object
  gamesSheet: object
  slip: object
  /** What is shared: a slip's outcomes, a system's folds, and each-way. */
  shareSlip: {
    outcomeIds: readonly string[]
    folds?: readonly number[]
    bankers?: readonly string[]
    isEachWay: boolean
  }
  /** A shared slip. */
  booking: { code: string }
  /** A long-pressed price; whether it was in the slip before. */
  quickBet: { outcomeId: string; wasInSlip: boolean }
  /** Results of settled bets by period. */
  profit: object
  search: object
  /** The player's followed matches and sides. */
  favourites: object
  /** The round to verify; without one the current seeds. `game`: whose rounds are listed. */
  fairness: { game?: GameRound['game']; round?: GameRound }
  gameMenu: { game: GameRound['game']; room?: GameRoom }
  /** The details of one round. */
  gameRound: { round: GameRound }
  gameRules: { game: GameRound['game'] }
  /** With a bet: the draw that decided it. */
  roomChain: { room: GameRoom; round?: GameRound }
  roomRules: { room: GameRoom }
  testAccount: object
  /** The player's limits and breaks, and help contacts. */
  limits: { part?: 'limits' | 'breaks' | 'help' }
  /** The player's sessions and logins. */
  devices: object
  /** The passkeys of the account. */
  passkeys: object
  secondFactor: object
  /** The personal data, and closing the account. */
  ownData: object
  message: { messageId: string }
  /** The notification settings. */
  messagePreferences: object
  /** The support chat, and the topic of its first line. */
  support: { about?: SupportAbout }
  setting: object
  /** The list of languages. */
  language: object
  my: object
  customerService: object
  download: object
}>

/** The visible overlay; `serial` distinguishes two openings of the same one. */
export type OpenOverlay = {
  [O in OverlayName]: { name: O; input: OverlayInputs[O]; serial: number }
}[OverlayName]

/** The visible overlay, and the slip below it if opened from there. */
type OverlayState = { open: OpenOverlay | undefined; below: OpenOverlay | undefined }

const nothing: OverlayState = { open: undefined, below: undefined }
const useOverlayStore = create<OverlayState>(() => nothing)
let serial = 0

/** Overlays a bet may need first, and actions on a slip: the slip stays below unchanged. */
const opensOverSlip: readonly OverlayName[] = [
  'shareSlip',
  'kyc',
  'limits',
  'deposit',
  'gameDeposit',
  'payment',
]

/** Opens an overlay in place of any other; some keep the slip below. Back button and Esc close it. */
export const openOverlay = <O extends OverlayName>(
  name: O,
  ...[input]: object extends OverlayInputs[O] ? [input?: OverlayInputs[O]] : [input: OverlayInputs[O]]
): void => {
  serial += 1
  // The union of all overlays cannot be built from a generic name.
  const next = { name, input: input ?? {}, serial } as OpenOverlay
  useOverlayStore.setState(({ open, below }) => ({
    open: next,
    below: opensOverSlip.includes(name) ? (open?.name === 'slip' ? open : below) : undefined,
  }))
  if (!entryNotes().forOverlays) putEntryOnTop()
}

const putEntryOnTop = (): void => {
  const notes = entryNotes()
  const mark = `${Date.now()}.${serial}`
  note({ ...notes, under: mark }, 'replaceState')
  note({ ...(notes.inner && { inner: true }), forOverlays: true, over: mark }, 'pushState')
}

/** The mark of the entry below the current one, still known just after leaving it. */
let shownOver: string | undefined

const note = (notes: EntryNotes, how: 'replaceState' | 'pushState'): void => {
  history[how](notes, '')
  shownOver = notes.over
}

/**
 * Closes the visible overlay; the slip below reappears. Its history entry stays for the next overlay or screen: a step
 * back would run a moment later and undo any navigation in between.
 */
export const closeOverlay = (): void =>
  useOverlayStore.setState(({ below }) => ({ open: below, below: undefined }))

/** Closes the visible overlay and the one below. */
export const closeOverlays = (): void => useOverlayStore.setState(nothing)

/** The player is logged in: the login sheet is replaced by what opened it, if anything. */
export const leaveLogin = (): void => {
  const { open } = useOverlayStore.getState()
  const next = open?.name === 'login' ? open.input.next : undefined
  if (next) openOverlay(next)
  else closeOverlay()
}

/** The visible overlay. */
export const useOpenOverlay = (): OpenOverlay | undefined => useOverlayStore((state) => state.open)

/** The overlay below the visible one. */
export const useOverlayBelow = (): OpenOverlay | undefined => useOverlayStore((state) => state.below)

/** The visible overlay, outside React. */
export const overlayInSight = (): OpenOverlay | undefined => useOverlayStore.getState().open

/** The visible overlay's name. */
export const openOverlayName = (): OverlayName | undefined => overlayInSight()?.name

let stopWaiting: (() => void) | undefined

/**
 * Runs this once no sheet is in the way: at once if none is open, or only the slip, which stays below; otherwise when
 * the visible one closes. Only the newest waiting one runs.
 */
export const whenFree = (run: () => void): void => {
  const isFree = () => [undefined, 'slip'].includes(openOverlayName())
  stopWaiting?.()
  stopWaiting = undefined
  if (isFree()) return run()
  stopWaiting = useOverlayStore.subscribe(() => {
    if (!isFree()) return
    stopWaiting?.()
    stopWaiting = undefined
    run()
  })
}

/** Whether the slip is open, visible or below another sheet. */
export const isSlipOpen = (): boolean => {
  const { open, below } = useOverlayStore.getState()
  return (below ?? open)?.name === 'slip'
}

/** Makes the back button close overlays. Call once at start, before other history listeners. */
export const bindOverlaysToHistory = (): void => {
  shownOver = entryNotes().over
  window.addEventListener('popstate', onStep)
}

const onStep = (event: PopStateEvent): void => {
  const { under, over, inner } = entryNotes()
  const isBelow = under !== undefined && under === shownOver
  shownOver = over
  if (useOverlayStore.getState().open) {
    // A question is above the overlay that asked it: going back answers "no", and the overlay stays.
    if (useStepUp.getState().asked) answerStepUp(false)
    else if (useAlerts.getState().waiting.length > 0) answerAlert(false)
    else closeOverlay()
    if (useOverlayStore.getState().open) putEntryOnTop()
    return
  }
  if (!isBelow) return
  // No overlay was open on this entry, so the step back was meant for the one below.
  if (inner) event.stopImmediatePropagation() // an entry that is only passed need not render
  history.back()
}

/** How to navigate from the current entry: whether to replace it, and the mark of the one below. */
export type OverlayNavigation = { replace: boolean; over?: string | undefined }

/**
 * Closes the overlay before navigating to a screen, which takes over the overlay's entry. A replacement cannot reach
 * the screen below it there; a step back skips that one.
 */
export const navigateFromOverlay = (replaces: boolean, navigate: (how: OverlayNavigation) => void): void => {
  const { forOverlays, over } = entryNotes()
  closeOverlays()
  navigate({ replace: replaces || forOverlays === true, over: replaces ? over : undefined })
  shownOver = entryNotes().over
}
