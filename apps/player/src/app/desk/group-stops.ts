import { useLayoutEffect } from 'react'

/** Groups with a single tab stop: bars, scrolling rows, price tables. */
const groups = '[data-stop]'

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, [tabindex="0"]'

const itemsOf = (group: Element): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(focusable)].filter((item) => item.checkVisibility())

/** The last focused item of each group. */
const left = new WeakMap<Element, HTMLElement>()

/** The item that takes the focus: the last one, else the first price, else the first item. */
const entryOf = (group: Element, items: readonly HTMLElement[]): HTMLElement | undefined => {
  const before = left.get(group)
  if (before && items.includes(before)) return before
  const has = (mark: string) => (item: HTMLElement) => item.hasAttribute(mark)
  return items.find(has('data-outcome')) ?? items.find((item) => !has('data-arrow')(item)) ?? items[0]
}

/**
 * On a desktop each group is one tab stop, with arrow keys inside. Items keep their tabindex; only during a press of
 * Tab the others are skipped, so the browser itself finds the next stop. Listens once the part is mounted.
 */
export const useGroupStops = (): void =>
  useLayoutEffect(() => {
    let asideFor: HTMLElement[] = []
    const comeBack = () => {
      for (const item of asideFor) item.removeAttribute('tabindex')
      asideFor = []
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Tab') {
        comeBack()
        asideFor = [...document.querySelectorAll(groups)].flatMap(stepAside)
      } else moveFocus(event)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      comeBack()
      const group = target instanceof HTMLElement ? target.closest(groups) : null
      if (group) left.set(group, target as HTMLElement)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('keyup', comeBack)
    return () => {
      comeBack()
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('keyup', comeBack)
    }
  }, [])

/** All items of a group except its entry, or, from inside it, except the focused one. Returns the skipped items. */
function stepAside(group: Element): HTMLElement[] {
  const items = itemsOf(group)
  const stays = items.find((item) => item === document.activeElement) ?? entryOf(group, items)
  const aside = items.filter((item) => item !== stays && !item.hasAttribute('tabindex'))
  for (const item of aside) item.tabIndex = -1
  return aside
}

/** Left and right move to the previous or next item; up and down, in rows, to the nearest one of the next row. */
function moveFocus(event: KeyboardEvent): void {
  const at = event.target
  if (event.defaultPrevented || !(at instanceof HTMLElement) || at.matches('input, select, textarea')) return
  const group = at.closest(groups)
  if (!group) return
  const items = itemsOf(group)
  const onward = getComputedStyle(at).direction === 'rtl' ? -1 : 1
  const beside = (step: number) => items[items.indexOf(at) + step]
  const ways: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => beside(onward),
    ArrowLeft: () => beside(-onward),
    ArrowDown: () => nearest(at, items, 1),
    ArrowUp: () => nearest(at, items, -1),
  }
  const next = ways[event.key]?.()
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The nearest item in the row below or above. */
function nearest(at: HTMLElement, items: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  const here = at.getBoundingClientRect()
  const middle = (box: DOMRect) => box.left + box.width / 2
  const beyond = items
    .map((item) => ({ item, box: item.getBoundingClientRect() }))
    .filter(({ box }) => (way === 1 ? box.top >= here.bottom - 1 : box.bottom <= here.top + 1))
  const rowEdge =
    way === 1
      ? Math.min(...beyond.map(({ box }) => box.top))
      : Math.max(...beyond.map(({ box }) => box.bottom))
  return beyond
    .filter(({ box }) => (way === 1 ? box.top < rowEdge + here.height : box.bottom > rowEdge - here.height))
    .toSorted(
      (one, other) => Math.abs(middle(one.box) - middle(here)) - Math.abs(middle(other.box) - middle(here)),
    )[0]?.item
}
