import { useEffect, useRef, useState } from 'react'
import { spokenSlowly } from './spoken.ts'

/** Announces a frequently changing text to screen readers, at most every few seconds. Visually hidden. */
export function Spoken({ words }: { words: string }) {
  const said = useSpoken(words)
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}

const useSpoken = (words: string): string => {
  const [said, setSaid] = useState('')
  const voice = useRef<ReturnType<typeof spokenSlowly>>(undefined)
  useEffect(() => {
    voice.current = spokenSlowly(setSaid)
    return () => voice.current?.stop()
  }, [])
  useEffect(() => voice.current?.change(words), [words])
  return said
}
