import { create } from 'zustand'
import { deviceKeys } from './device-keys.ts'
import { serverNow } from './server-clock.ts'

type State = { isDue: boolean; decisions: number; breaksWanted: number }

/**
 * The reality check. `isDue` from its time until the player answers; meanwhile no automatic round starts. `decisions`
 * counts what a dialog would interrupt: a studio round in progress, an offer valid for seconds. The dialog waits for
 * these.
 */
export const useRealityCheck = create<State>(() => ({
  isDue: false,
  decisions: 0,
  breaksWanted: 0,
}))

/** Whether the dialog may appear: it is due, and no decision is open. */
export const mayBeAsked = ({ isDue, decisions }: State): boolean => isDue && decisions === 0

/** Its time has come. */
export const beginRealityCheck = (): void => useRealityCheck.setState({ isDue: true })

/** The player left. */
export const endRealityCheck = (): void => useRealityCheck.setState({ isDue: false })

/** The player answered: the next check comes after a whole interval. */
export const answerRealityCheck = (): void => {
  const answered = readAnswered()
  if (answered) keepAnswered({ ...answered, atMs: serverNow() })
  endRealityCheck()
}

/** The player chose a break instead: automatic play ends. */
export const requestBreak = (): void => {
  answerRealityCheck()
  useRealityCheck.setState(({ breaksWanted }) => ({ breaksWanted: breaksWanted + 1 }))
}

/** Calls back whenever a break is requested; returns the unsubscribe function. */
export const onBreakWanted = (stop: () => void): (() => void) =>
  useRealityCheck.subscribe((now, before) => {
    if (now.breaksWanted !== before.breaksWanted) stop()
  })

/** A decision that a dialog would interrupt has begun; returns the function that ends it. */
export const holdForDecision = (): (() => void) => {
  useRealityCheck.setState(({ decisions }) => ({ decisions: decisions + 1 }))
  return () => useRealityCheck.setState(({ decisions }) => ({ decisions: decisions - 1 }))
}

/** The time of the next check: at each whole interval since the session began. */
export const nextCheck = (startedMs: number, minutes: number, nowMs: number): number => {
  const everyMs = minutes * 60_000
  return startedMs + (Math.floor(Math.max(0, nowMs - startedMs) / everyMs) + 1) * everyMs
}

/** Two readings of the server's clock differ by this much at most: its answers have whole seconds and take time to arrive. */
const unsureMs = 10_000

/** Milliseconds until the next check in this tab; 0 if due, also after a reload. */
export const untilCheck = (startedMs: number, minutes: number, nowMs: number): number => {
  const answered = readAnswered()
  const isOfNow = answered?.minutes === minutes && answered.atMs <= nowMs + unsureMs
  // The first check, a changed interval, or an answer noted while the clock was ahead, which would skip a check:
  // counting starts here.
  if (!isOfNow) keepAnswered({ minutes, atMs: nowMs })
  return Math.max(0, nextCheck(startedMs, minutes, isOfNow ? answered.atMs : nowMs) - nowMs)
}

/** When the last check was answered or the first wait began, and the interval. */
type Answered = { minutes: number; atMs: number }

const keptUnder = deviceKeys.realityCheck

/** If the browser stores nothing per tab, the page remembers it until a reload. */
let inPage: Answered | undefined

const readAnswered = (): Answered | undefined => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptUnder) ?? 'null')
    return isAnswered(kept) ? kept : inPage
  } catch {
    return inPage
  }
}

const isAnswered = (kept: unknown): kept is Answered =>
  typeof kept === 'object' &&
  kept !== null &&
  'minutes' in kept &&
  'atMs' in kept &&
  typeof kept.atMs === 'number'

const keepAnswered = (answered: Answered): void => {
  inPage = answered
  try {
    sessionStorage.setItem(keptUnder, JSON.stringify(answered))
  } catch {
    // Storage is full or forbidden: memory has it.
  }
}
