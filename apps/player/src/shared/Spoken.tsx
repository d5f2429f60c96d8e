import { useEffect, useRef, useState } from 'react'
import { announcedSlowly } from './spoken.ts'

/** Announces a frequently changing text to screen readers, at most every few seconds. Visually hidden. */
export function Spoken({ words }: { words: string }) {
  const said = useAnnounced(words)
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}

const useAnnounced = (words: string): string => {
  const [said, setSaid] = useState('')
  const voice = useRef<ReturnType<typeof announcedSlowly>>(undefined)
  useEffect(() => {
    voice.current = announcedSlowly(setSaid)
    return () => voice.current?.stop()
  }, [])
  useEffect(() => voice.current?.change(words), [words])
  return said
}
