import { create } from 'zustand'

/**
 * The reality check: `isDue` from the moment that its time has come until the player has answered it. Meanwhile no
 * automatic round begins. `decisions` counts what would be lost while a dialog covers it: a round of a studio that runs,
 * an offer that stands for seconds. The dialog waits for these.
 */
export const useRealityCheck = create<{ isDue: boolean; decisions: number }>(() => ({
  isDue: false,
  decisions: 0,
}))

/** Its time has come. */
export const beginRealityCheck = (): void => useRealityCheck.setState({ isDue: true })

/** The player has answered it, or has left. */
export const endRealityCheck = (): void => useRealityCheck.setState({ isDue: false })

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
