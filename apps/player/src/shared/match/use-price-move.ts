import { useEffect, useState } from 'react'

const shownMs = 5000

/** Which way a price last moved; forgotten after five seconds. */
export const usePriceMove = (priceMilli: number): 'up' | 'down' | undefined => {
  const [seen, setSeen] = useState(priceMilli)
  const [move, setMove] = useState<'up' | 'down'>()
  if (seen !== priceMilli) {
    setSeen(priceMilli)
    setMove(priceMilli > seen ? 'up' : 'down')
  }
  useEffect(() => {
    if (!move) return
    const timer = setTimeout(() => setMove(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [move, priceMilli])
  return move
}
