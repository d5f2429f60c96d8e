import { type RefObject, useEffect } from 'react'

/** The page's match rows, and how many of each are visible or within one screen. */
const rows = new Map<string, { all: number; near: number }>()
const listeners = new Set<(fixtureId: string) => void>()
const fixtureOf = new WeakMap<Element, string>()
const nearNodes = new WeakSet<Element>()

/** Whether this match has rows on the page, all of them far off screen. */
export const isFar = (fixtureId: string): boolean => rows.get(fixtureId)?.near === 0

/** Calls back when an off-screen match comes near. */
export const onNear = (listener: (fixtureId: string) => void): void => void listeners.add(listener)

let observer: IntersectionObserver | undefined
const observe = (node: Element): void => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) move(target, isIntersecting)
    },
    { rootMargin: '100% 0%' },
  )
  observer.observe(node)
}

const move = (node: Element, isNear: boolean): void => {
  const fixtureId = fixtureOf.get(node)
  const row = fixtureId === undefined ? undefined : rows.get(fixtureId)
  if (fixtureId === undefined || !row || isNear === nearNodes.has(node)) return
  if (isNear) nearNodes.add(node)
  else nearNodes.delete(node)
  row.near += isNear ? 1 : -1
  if (isNear && row.near === 1) for (const listener of listeners) listener(fixtureId)
}

/** Registers the row's match while mounted. Until measured it counts as near. */
export const useRowInSight = (node: RefObject<Element | null>, fixtureId: string): void =>
  useEffect(() => {
    const element = node.current
    if (!element) return
    fixtureOf.set(element, fixtureId)
    const { all = 0, near = 0 } = rows.get(fixtureId) ?? {}
    nearNodes.add(element)
    rows.set(fixtureId, { all: all + 1, near: near + 1 })
    observe(element)
    return () => {
      observer?.unobserve(element)
      move(element, false)
      const left = rows.get(fixtureId)
      if (left && left.all > 1) left.all -= 1
      else rows.delete(fixtureId)
    }
  }, [node, fixtureId])
