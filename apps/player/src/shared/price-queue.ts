import type { PublicEvents } from '@palpite/contract'
import { openFrames } from './frames.ts'

type Prices = PublicEvents['prices']

/** The maximum delay of off-screen prices. */
const farMs = 8000
const checkMs = 200

type Queue = {
  /** Whether this match is off screen. */
  isFar: (fixtureId: string) => boolean
  deliver: (pushes: readonly Prices[]) => void
}

/**
 * Delivers pushed prices once per frame. Matches far off screen wait until they come near, at most some seconds: of a
 * list of a hundred only the visible few re-render. A push of main markets is complete, so of several waiting ones the
 * last suffices.
 */
export const openPriceQueue = ({ isFar, deliver }: Queue) => {
  const frames = openFrames<Prices>(deliver)
  const waiting = new Map<string, { until: number; push: Prices }>()
  let timer: ReturnType<typeof setInterval> | undefined
  const release = (fixtureId: string): void => {
    const held = waiting.get(fixtureId)
    if (!held) return
    waiting.delete(fixtureId)
    frames.add(held.push)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const releaseDue = (): void => {
    const now = performance.now()
    for (const [fixtureId, { until }] of waiting) if (until <= now) release(fixtureId)
  }
  return {
    add: (push: Prices): void => {
      const { fixtureId, scope } = push
      if (scope !== 'main') return frames.add(push)
      if (!isFar(fixtureId)) {
        waiting.delete(fixtureId) // the waiting one is older and included in this one
        return frames.add(push)
      }
      const until = waiting.get(fixtureId)?.until ?? performance.now() + farMs
      waiting.set(fixtureId, { until, push })
      timer ??= setInterval(releaseDue, checkMs)
    },
    /** Delivers what waits for a match that came near. */
    release,
    /** Delivers everything at once. */
    flush: (): void => {
      for (const fixtureId of waiting.keys()) release(fixtureId)
      frames.flush()
    },
  }
}
