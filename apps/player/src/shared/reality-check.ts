import { create } from 'zustand'
import { deviceKeys } from './device-keys.ts'
import { serverNow } from './server-clock.ts'

type State = { isDue: boolean; decisions: number; breaksWanted: number }

/**
 * The reality check: `isDue` from the moment that its time has come until the player has answered it. Meanwhile no
 * automatic round begins. `decisions` counts what would be lost while a dialog covers it: a round of a studio that runs,
 * an offer that stands for seconds. The dialog waits for these.
 */
export const useRealityCheck = create<State>(() => ({
  isDue: false,
  decisions: 0,
  breaksWanted: 0,
}))

/** Whether the dialog may stand before the player: it is due, and nothing is to be decided first. */
export const mayBeAsked = ({ isDue, decisions }: State): boolean => isDue && decisions === 0

/** Its time has come. */
export const beginRealityCheck = (): void => useRealityCheck.setState({ isDue: true })

/** The player has left. */
export const endRealityCheck = (): void => useRealityCheck.setState({ isDue: false })

/** The player has answered it: the next one comes after a whole interval. */
export const answerRealityCheck = (): void => {
  const answered = readAnswered()
  if (answered) keepAnswered({ ...answered, atMs: serverNow() })
  endRealityCheck()
}

/** The player asked for a break instead of going on: what plays by itself ends. */
export const wantBreak = (): void => {
  answerRealityCheck()
  useRealityCheck.setState(({ breaksWanted }) => ({ breaksWanted: breaksWanted + 1 }))
}

/** Calls back whenever a break is wanted, until told to stop. */
export const onBreakWanted = (stop: () => void): (() => void) =>
  useRealityCheck.subscribe((now, before) => {
    if (now.breaksWanted !== before.breaksWanted) stop()
  })

/** Something is to be decided that would be lost under a dialog; tells it to be called when it is over. */
export const holdForDecision = (): (() => void) => {
  useRealityCheck.setState(({ decisions }) => ({ decisions: decisions + 1 }))
  return () => useRealityCheck.setState(({ decisions }) => ({ decisions: decisions - 1 }))
}

/** When the player is told next: at each whole interval since the session began. */
export const nextCheck = (startedMs: number, minutes: number, nowMs: number): number => {
  const everyMs = minutes * 60_000
  return startedMs + (Math.floor(Math.max(0, nowMs - startedMs) / everyMs) + 1) * everyMs
}

/** Milliseconds until the check that comes next in this tab; 0 where it is due, also if the page was loaded anew meanwhile. */
export const untilCheck = (startedMs: number, minutes: number, nowMs: number): number => {
  const answered = readAnswered()
  const isOfNow = answered?.minutes === minutes
  // The first one, or another interval than before: it counts from here on.
  if (!isOfNow) keepAnswered({ minutes, atMs: nowMs })
  return Math.max(0, nextCheck(startedMs, minutes, isOfNow ? answered.atMs : nowMs) - nowMs)
}

/** When the last check was answered, or the first one began to be waited for; and how often its player is told. */
type Answered = { minutes: number; atMs: number }

const keptUnder = deviceKeys.realityCheck

/** Where a browser keeps nothing for a tab, the page remembers it until it is loaded anew. */
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
    // Storage is full or forbidden: the page has it.
  }
}
