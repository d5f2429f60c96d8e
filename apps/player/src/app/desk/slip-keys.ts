import { useLayoutEffect } from 'react'
import { useLook } from '../../shared/look.ts'
import { openOverlay } from '../../shared/overlays.ts'
import { useShortcut } from '../../shared/shortcuts.ts'

const slip = ':is([data-slip-dock], dialog[open])'

const inSight = <E extends HTMLElement>(selector: string): E | undefined =>
  [...document.querySelectorAll<E>(selector)].find((each) => each.checkVisibility())

/** The first selectable price on the page. */
export const firstPrice = (): HTMLElement | undefined =>
  inSight(':is(main, #main) button[data-outcome]:enabled')

/** The slip's keyboard shortcuts: C focuses the stake; Ctrl+Enter focuses the button, and pressed again clicks it. */
export const useSlipKeys = (): void => {
  useShortcut('c', focusSlip)
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Focuses the first stake (not a minimum price) of the slip beside the page, else opens the slip panel. */
const focusSlip = (): void => {
  const stake = inSight<HTMLInputElement>('[data-slip-dock] input[data-money]:enabled')
  if (!stake) return openOverlay('slip')
  stake.focus()
  stake.select()
}

/**
 * Outside a stake field (where Enter bets) only the second press bets: the first one shows and announces what the
 * button will do.
 */
const onKey = (event: KeyboardEvent): void => {
  if (useLook.getState().letterKeys === 'off') return
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
  if (event.target instanceof Element && event.target.closest(`${slip} input`)) return
  const button = inSight<HTMLButtonElement>(`${slip} [data-onward] button:enabled`)
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  if (document.activeElement === button) button.click()
  else button.focus()
}
