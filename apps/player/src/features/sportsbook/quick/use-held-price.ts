import { useEffect } from 'react'
import { openOverlay } from '../../../shared/overlays.ts'
import { useSlip } from '../slip-store.ts'
import { useQuickBet } from './quick-bet.ts'

const heldMs = 550
/** A moving finger scrolls. */
const stillPixels = 10

const priceOf = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button[data-outcome]:not(:disabled)') : null

/** A long press, or Shift+Enter, on a price opens the quick bet. */
export const useHeldPrice = (): void => {
  const isOn = useQuickBet((state) => state.isOn)
  useEffect(() => {
    if (!isOn) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    let isHeld = false
    const letGo = () => clearTimeout(timer)
    const onDown = (event: PointerEvent) => {
      isHeld = false
      const price = priceOf(event.target)
      if (!price || event.button !== 0) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        isHeld = true
        ask(price)
      }, heldMs)
    }
    const onMove = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > stillPixels) letGo()
    }
    // Ignores the tap that ends a long press, and the context menu.
    const onClick = (event: MouseEvent) => {
      if (!isHeld || !event.isTrusted) return
      isHeld = false
      event.preventDefault()
      event.stopPropagation()
    }
    const onMenu = (event: MouseEvent) => {
      if (priceOf(event.target)) event.preventDefault()
    }
    const onKey = (event: KeyboardEvent) => {
      const price = event.key === 'Enter' && event.shiftKey && !event.repeat ? priceOf(event.target) : null
      if (!price) return
      event.preventDefault()
      ask(price)
    }
    const listening = new AbortController()
    const how = { signal: listening.signal, capture: true }
    document.addEventListener('pointerdown', onDown, how)
    document.addEventListener('pointermove', onMove, how)
    for (const end of ['pointerup', 'pointercancel'] as const) document.addEventListener(end, letGo, how)
    document.addEventListener('click', onClick, how)
    document.addEventListener('contextmenu', onMenu, how)
    document.addEventListener('keydown', onKey, how)
    return () => {
      letGo()
      listening.abort()
    }
  }, [isOn])
}

/** Adds the price to the slip if missing, and opens the confirmation. */
function ask(price: HTMLButtonElement): void {
  const outcomeId = price.dataset['outcome'] ?? ''
  const isIn = () => useSlip.getState().legs.some((leg) => leg.outcomeId === outcomeId)
  const wasIn = isIn()
  if (!wasIn) price.click()
  if (isIn()) openOverlay('quickBet', { outcomeId, wasInSlip: wasIn })
}
