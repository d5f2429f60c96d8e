import { useEffect, useRef, useState } from 'react'
import { type FrameStanding, heldBy, standingOnLoad } from './frame-standing.ts'

/** A phone on a poor line gets a page of this size within it; whoever waits longer is told. */
const patienceMs = 15_000

/**
 * A frame that says how its page stands. A failure shows as a page that is not ours, or as one that does not come: a
 * frame tells of neither. A page that comes late is shown all the same. `attempt` is the frame's key: another one
 * loads the page anew.
 */
export const useFrame = (address: string) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [standing, setStanding] = useState<FrameStanding>('loading')
  useEffect(() => {
    if (standing !== 'loading') return
    const timer = setTimeout(() => setStanding('failed'), patienceMs)
    return () => clearTimeout(timer)
  }, [standing, attempt])
  return {
    frame,
    attempt,
    standing,
    look: () => frame.current && setStanding(standingOnLoad(address, heldBy(frame.current))),
    tryAgain: () => {
      setAttempt(attempt + 1)
      setStanding('loading')
    },
  }
}
