import { type RefObject, useEffect, useRef } from 'react'

const markMs = 1400

/** Returns a ref whose node is highlighted briefly when a score rises, not on first render. Without re-rendering. */
export const useGoalMark = <E extends HTMLElement>(goals: number | null): RefObject<E | null> => {
  const node = useRef<E>(null)
  const before = useRef(goals)
  useEffect(() => {
    const element = node.current
    const from = before.current
    before.current = goals
    if (!element || from === null || goals === null || goals <= from) return
    element.dataset['goal'] = ''
    const timer = setTimeout(() => delete element.dataset['goal'], markMs)
    return () => clearTimeout(timer)
  }, [goals])
  return node
}
