import { type RefObject, useEffect, useRef } from 'react'
import { flashBudget } from './flash-budget.ts'

const tintMs = 1200
const cornerMs = 5000
const mayFlash = flashBudget()

/**
 * Returns a ref whose node shows its price's last move: a brief tint, a corner for five seconds. Without re-rendering.
 */
export const useMoveMark = <E extends HTMLElement>(priceMilli: number): RefObject<E | null> => {
  const node = useRef<E>(null)
  const before = useRef(priceMilli)
  useEffect(() => {
    const element = node.current
    const from = before.current
    before.current = priceMilli
    if (!element || from === priceMilli) return
    element.dataset['move'] = priceMilli > from ? 'up' : 'down'
    if (mayFlash(performance.now())) element.dataset['flash'] = ''
    const tint = setTimeout(() => delete element.dataset['flash'], tintMs)
    const corner = setTimeout(() => delete element.dataset['move'], cornerMs)
    return () => {
      clearTimeout(tint)
      clearTimeout(corner)
      delete element.dataset['flash']
    }
  }, [priceMilli])
  return node
}
