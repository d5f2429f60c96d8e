import type { PublicEvents } from '@palpite/contract'
import { openFrames } from './frames.ts'

type Prices = PublicEvents['prices']

/** The longest that prices far from sight are older than those pushed. */
const farMs = 8000
const checkMs = 200

type Queue = {
  /** Whether nobody can see this match now. */
  isFar: (fixtureId: string) => boolean
  handOver: (pushes: readonly Prices[]) => void
}

/**
 * Hands pushed prices over once a frame, for a page is drawn once a frame. Matches far from sight wait until they come
 * near, at most some seconds: of a list of a hundred the few in sight are drawn then, and nothing else. A push of main
 * markets tells all of them, so of those that wait the last is enough.
 */
export const openPriceQueue = ({ isFar, handOver }: Queue) => {
  const frames = openFrames<Prices>(handOver)
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
        waiting.delete(fixtureId) // what waited is older, and told again by this one
        return frames.add(push)
      }
      const until = waiting.get(fixtureId)?.until ?? performance.now() + farMs
      waiting.set(fixtureId, { until, push })
      timer ??= setInterval(releaseDue, checkMs)
    },
    /** Hands over what waits of a match that has come near. */
    release,
    /** Hands over what is there, at once. */
    flush: (): void => {
      for (const fixtureId of waiting.keys()) release(fixtureId)
      frames.flush()
    },
  }
}
