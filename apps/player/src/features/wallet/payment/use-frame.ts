import { useEffect, useRef, useState } from 'react'
import { type FrameState, inspectFrame, frameStateOnLoad } from './frame-state.ts'

/** A phone on a poor connection loads such a page within this; after that the player is informed. */
const patienceMs = 15_000

/**
 * A frame with its state. A failure looks like a foreign page or a missing one; frames report neither. A late page is
 * still shown. `attempt` is the frame's key: a new one reloads.
 */
export const useFrame = (address: string) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [frameState, setFrameState] = useState<FrameState>('loading')
  useEffect(() => {
    if (frameState !== 'loading') return
    const timer = setTimeout(() => setFrameState('failed'), patienceMs)
    return () => clearTimeout(timer)
  }, [frameState, attempt])
  return {
    frame,
    attempt,
    frameState,
    look: () => frame.current && setFrameState(frameStateOnLoad(address, inspectFrame(frame.current))),
    tryAgain: () => {
      setAttempt(attempt + 1)
      setFrameState('loading')
    },
  }
}
