import { useEffect, useState } from 'react'
import { countUpAt, countUpMs, countUpText } from './count-up.ts'

type Props = {
  count: number
  /** Whether movement is not wanted: the number stands at once. */
  isStill: boolean
  durationMs?: number
  /** How the number is written on its way and at its end; in K+, M+ and B+ where nothing else is said. */
  textOf?: (count: number) => string
}

/** A number that counts up to what it is. Who listens is told the end alone. */
export function CountUp({ count, isStill, durationMs = countUpMs, textOf = countUpText }: Props) {
  const shown = useCounted(count, isStill ? 0 : durationMs)
  return (
    <span className="tabular-nums">
      <span aria-hidden="true">{textOf(shown)}</span>
      <span className="sr-only">{textOf(count)}</span>
    </span>
  )
}

/** A number on its way: from what, to what, and for how long. */
type Counting = { from: number; count: number; elapsedMs: number }

const useCounted = (count: number, durationMs: number): number => {
  const [counting, setCounting] = useState<Counting>({ from: 0, count, elapsedMs: 0 })
  useEffect(() => {
    if (durationMs === 0) return
    const began = performance.now()
    let frame = 0
    const step = () => {
      const elapsedMs = performance.now() - began
      setCounting((before) => ({ from: fromOf(before, { count, durationMs }), count, elapsedMs }))
      if (elapsedMs < durationMs) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [count, durationMs])
  return durationMs === 0 ? count : shownOf(counting, durationMs)
}

/** Where the way to this number begins: for another one than before at what is shown. */
const fromOf = (before: Counting, { count, durationMs }: { count: number; durationMs: number }): number =>
  before.count === count ? before.from : shownOf(before, durationMs)

const shownOf = ({ from, count, elapsedMs }: Counting, durationMs: number): number =>
  countUpAt(count, elapsedMs, { durationMs, from })
