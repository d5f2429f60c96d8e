import { type RefObject, useEffect, useRef } from 'react'
import { flashBudget } from './flash-budget.ts'

const tintMs = 1200
const cornerMs = 5000
const mayFlash = flashBudget()

/**
 * Answers a ref and marks on its node which way its price last moved: a tint for a moment, a corner for five seconds. No
 * render follows, however many prices move at once.
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
