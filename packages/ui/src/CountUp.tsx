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

const useCounted = (count: number, durationMs: number): number => {
  const [elapsedMs, setElapsed] = useState(0)
  useEffect(() => {
    if (durationMs === 0) return
    const began = performance.now()
    let frame = 0
    const step = () => {
      const passed = performance.now() - began
      setElapsed(passed)
      if (passed < durationMs) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [count, durationMs])
  return countUpAt(count, elapsedMs, durationMs)
}
