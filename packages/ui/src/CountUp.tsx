import { useEffect, useState } from 'react'
import { countUpAt, countUpMs, countUpText } from './count-up.ts'

type Props = {
  count: number
  /** Reduced motion: the number is final at once. */
  isStill: boolean
  durationMs?: number
  /** Formats the number during and after counting; by default in K+, M+ and B+. */
  textOf?: (count: number) => string
}

/** A number that counts up. Screen readers get only the final value. */
export function CountUp({ count, isStill, durationMs = countUpMs, textOf = countUpText }: Props) {
  const shown = useCounted(count, isStill ? 0 : durationMs)
  return (
    <span className="tabular-nums">
      <span aria-hidden="true">{textOf(shown)}</span>
      <span className="sr-only">{textOf(count)}</span>
    </span>
  )
}

/** A count in progress: from, to, and duration. */
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

/** The start of counting to a new number: the currently shown one. */
const fromOf = (before: Counting, { count, durationMs }: { count: number; durationMs: number }): number =>
  before.count === count ? before.from : shownOf(before, durationMs)

const shownOf = ({ from, count, elapsedMs }: Counting, durationMs: number): number =>
  countUpAt(count, elapsedMs, { durationMs, from })
