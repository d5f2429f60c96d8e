import type { Calls, PublicEvents, SessionEnding, SupportAbout } from '@palpite/contract'
import { create } from 'zustand'
import { answerAlert, useAlerts } from './alerts.ts'
import { type EntryNotes, entryNotes } from './history-state.ts'
import type { OverlayName } from './overlay-names.ts'
import { answerStepUp, useStepUp } from './step-up.ts'

export type { OverlayName } from './overlay-names.ts'

/** The tab of the cash panel, and what the balance is short of for the bet or round that led there. */
export type CashInput = { tab?: 'deposit' | 'withdraw'; missingCents?: number }

/** A round of any small game, as its player sees it. */
export type GameRound = Calls['GET /api/app/games/rounds/:roundId']['data']

type GameRoom = PublicEvents['gameRoom']['room']

/** Complains where an overlay is left out. */
type Each<Inputs extends Record<OverlayName, object>> = Inputs

/** Every overlay by name, with what it is given when it opens. At most one is in sight. */
export type OverlayInputs = Each<{
  /** `next`: what opens once the player is in, where they came from there. `ending`: why they are not in any more. */
  login: {
    tab?: 'login' | 'register'
    email?: string
    next?: 'slip' | 'support'
    ending?: SessionEnding
    /** Of a sign-in by link that waits for its second factor. */
    ticket?: string
  }
  forgotPassword: { email?: string }
  changePassword: object
  changeEmail: object
  /** The tab of the cash panel that opens once the data are saved; `next: 'back'` leads back to the page below instead. */
  kyc: CashInput & { next?: 'back' }
  deposit: CashInput
  gameDeposit: { variant?: 'secondDeposit' }
  /** `isReopened`: it was left and comes from its record, so no form stands behind it. */
  payment: { orderId: string; payNo: string; url: string; amountCents: number; isReopened?: boolean }
  settingsMenu: object
  /** After a login: leads to the daily check-in. */
  startMask: object
  /** The awards that wait to be claimed. */
  award: object
  /** The bonus that stakes have earned, and the package that releases it. */
  bonusIncrease: object
  accountMenu: object
  avatarPicker: object
  gamesSheet: object
  slip: object
  /** What is handed on: the outcomes of a slip, the folds of a system, and whether it is each way. */
  shareSlip: {
    outcomeIds: readonly string[]
    folds?: readonly number[]
    bankers?: readonly string[]
    isEachWay: boolean
  }
  /** A slip that was handed on. */
  booking: { code: string }
  /** One price that was held down; whether it stood in the slip before. */
  quickBet: { outcomeId: string; wasInSlip: boolean }
  /** What settled bets brought, period by period. */
  profit: object
  search: object
  /** All matches and sides that the player follows. */
  favourites: object
  /** The round to verify; without one the seeds in use come first. `game`: whose rounds are offered to verify. */
  fairness: { game?: GameRound['game']; round?: GameRound }
  gameMenu: { game: GameRound['game']; room?: GameRoom }
  /** One round, to look at closely. */
  gameRound: { round: GameRound }
  gameRules: { game: GameRound['game'] }
  /** With a bet: the very draw that decided it. */
  roomChain: { room: GameRoom; round?: GameRound }
  roomRules: { room: GameRoom }
  testAccount: object
  /** The player's limits, breaks, and where help is. */
  limits: { part?: 'limits' | 'breaks' | 'help' }
  /** Where the player is logged in. */
  devices: object
  /** The keys that open the account without the password. */
  passkeys: object
  secondFactor: object
  /** All that is kept about the player, and closing the account. */
  ownData: object
  message: { messageId: string }
  /** How the player wants to be told. */
  messagePreferences: object
  /** The chat, with what the first line is about. */
  support: { about?: SupportAbout }
  setting: object
  /** The languages to choose from. */
  language: object
  my: object
  customerService: object
  download: object
}>

/** The overlay in sight; `serial` tells two openings of the same one apart. */
export type OpenOverlay = {
  [O in OverlayName]: { name: O; input: OverlayInputs[O]; serial: number }
}[OverlayName]

/** The overlay in sight, and the slip below it where it was opened from there. */
type OverlayState = { open: OpenOverlay | undefined; below: OpenOverlay | undefined }

const nothing: OverlayState = { open: undefined, below: undefined }
const useOverlayStore = create<OverlayState>(() => nothing)
let serial = 0

/** What a bet may need first, and what is done with a slip: the slip stays below, as it was left. */
const opensOverSlip: readonly OverlayName[] = [
  'shareSlip',
  'kyc',
  'limits',
  'deposit',
  'gameDeposit',
  'payment',
]

/** Opens an overlay in place of any other; some leave the slip below. The back button and Esc close it again. */
export const openOverlay = <O extends OverlayName>(
  name: O,
  ...[input]: object extends OverlayInputs[O] ? [input?: OverlayInputs[O]] : [input: OverlayInputs[O]]
): void => {
  serial += 1
  // The union of all overlays cannot be built from a name that is still a type parameter.
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

/** The mark of the entry below the one in sight, known still when that one has just been left. */
let standingOver: string | undefined

const note = (notes: EntryNotes, how: 'replaceState' | 'pushState'): void => {
  history[how](notes, '')
  standingOver = notes.over
}

/**
 * Closes the overlay in sight, if there is one; the slip below it, if that is where it was opened, is in sight again. Its
 * entry of the history stays, for the next overlay or screen to take. To step back from it here would be carried out a
 * moment later, and would undo whatever the app, or the player at the address bar, went to in that moment.
 */
export const closeOverlay = (): void =>
  useOverlayStore.setState(({ below }) => ({ open: below, below: undefined }))

/** Closes the overlay in sight and what stands below it. */
export const closeOverlays = (): void => useOverlayStore.setState(nothing)

/** The player is in: the login sheet gives way to what sent them to it, if anything did. */
export const leaveLogin = (): void => {
  const { open } = useOverlayStore.getState()
  const next = open?.name === 'login' ? open.input.next : undefined
  if (next) openOverlay(next)
  else closeOverlay()
}

/** The overlay in sight. */
export const useOpenOverlay = (): OpenOverlay | undefined => useOverlayStore((state) => state.open)

/** The overlay below the one in sight. */
export const useOverlayBelow = (): OpenOverlay | undefined => useOverlayStore((state) => state.below)

/** The overlay in sight, outside React. */
export const overlayInSight = (): OpenOverlay | undefined => useOverlayStore.getState().open

/** Its name. */
export const openOverlayName = (): OverlayName | undefined => overlayInSight()?.name

let stopWaiting: (() => void) | undefined

/**
 * Runs this once no sheet stands in the way: at once where none is open, or only the slip, which stays below; else when
 * the one in sight is closed. The newest that waits is the one that runs.
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

/** Whether the slip is open, in sight or below another sheet. */
export const isSlipOpen = (): boolean => {
  const { open, below } = useOverlayStore.getState()
  return (below ?? open)?.name === 'slip'
}

/** Makes the back button close overlays. Call once, at start, before anything else listens to the history. */
export const bindOverlaysToHistory = (): void => {
  standingOver = entryNotes().over
  window.addEventListener('popstate', onStep)
}

const onStep = (event: PopStateEvent): void => {
  const { under, over, inner } = entryNotes()
  const isBelow = under !== undefined && under === standingOver
  standingOver = over
  if (useOverlayStore.getState().open) {
    // A question stands above the overlay that asked it: the step back is its "no", and the overlay stays.
    if (useStepUp.getState().asked) answerStepUp(false)
    else if (useAlerts.getState().waiting.length > 0) answerAlert(false)
    else closeOverlay()
    if (useOverlayStore.getState().open) putEntryOnTop()
    return
  }
  if (!isBelow) return
  // Nothing was open above, so what was left looked like this entry: the step was meant for the one below.
  if (inner) event.stopImmediatePropagation() // nobody needs to see an entry that is only passed
  history.back()
}

/** How to navigate from the entry in sight: whether to take its place, and what to note of the one below. */
export type Taking = { replace: boolean; over?: string | undefined }

/**
 * Closes the overlay for a screen that is gone to. The entry for overlays is that screen's to take. Whoever wants to
 * replace the screen below cannot reach it there; a step back will go past it.
 */
export const handOver = (replaces: boolean, navigate: (taking: Taking) => void): void => {
  const { forOverlays, over } = entryNotes()
  closeOverlays()
  navigate({ replace: replaces || forOverlays === true, over: replaces ? over : undefined })
  standingOver = entryNotes().over
}
