import { useEffect, useEffectEvent, useState } from 'react'

type Props = {
  /** The end in epoch milliseconds. */
  endsAt: number
  onEnd?: () => void
  className?: string
}

/** Minutes and seconds as `29:05`, preceded by hours or days if any. */
const clockText = (seconds: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${two(hours)}:${rest}` : rest
}

/** The time left until an instant; calls `onEnd` once, when it is reached. */
export function Countdown({ endsAt, onEnd, className }: Props) {
  const [now, setNow] = useState(() => Date.now())
  const ended = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() < endsAt) return
      clearInterval(timer)
      ended()
    }, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  return (
    <time role="timer" className={className}>
      {clockText(left)}
    </time>
  )
}
