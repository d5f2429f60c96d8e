import { useEffect, useState } from 'react'

const shownMs = 1500

/** Whether an amount grew a moment ago, to highlight arriving money. Not on the first render. */
export const useCredited = (cents: number | undefined): boolean => {
  const [seen, setSeen] = useState(cents)
  const [credited, setCredited] = useState(false)
  if (seen !== cents) {
    setSeen(cents)
    setCredited(seen !== undefined && cents !== undefined && cents > seen)
  }
  useEffect(() => {
    if (!credited) return
    const timer = setTimeout(() => setCredited(false), shownMs)
    return () => clearTimeout(timer)
  }, [credited, cents])
  return credited
}
