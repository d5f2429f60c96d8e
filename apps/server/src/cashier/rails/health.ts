import type { BankTrouble } from '../gateway/index.ts'

/** Whether a provider answers, as this server has seen it lately. */
export type Health = {
  isUp: () => boolean
  /** How a call ended. */
  heard: (outcome: 'answered' | BankTrouble) => void
}

export type HealthRule = {
  /** So many calls in a row without a sensible answer take a provider out of the choice. */
  failures: number
  /** Then it is left alone so long, and tried again. */
  restMs: number
}

/** These do not pass by themselves: one is enough. */
const LASTING: ReadonlySet<BankTrouble> = new Set(['certificate'])

/** Follows how a provider's calls end; `changed` is told when it goes out of the choice, and comes back. */
export function openHealth(
  { failures, restMs }: HealthRule,
  changed: (isUp: boolean, trouble: BankTrouble | undefined) => void,
  nowMs: () => number = () => performance.now(),
): Health {
  let failed = 0
  let failedAtMs = 0
  const isDown = () => failed >= failures
  return {
    isUp: () => !isDown() || nowMs() - failedAtMs >= restMs,
    heard: (outcome) => {
      const wasDown = isDown()
      if (outcome === 'answered') failed = 0
      else {
        failed = LASTING.has(outcome) ? failures : failed + 1
        failedAtMs = nowMs()
      }
      if (wasDown !== isDown()) changed(!isDown(), outcome === 'answered' ? undefined : outcome)
    },
  }
}
