import { useLayoutEffect } from 'react'
import { useLook } from '../../shared/look.ts'
import { openOverlay } from '../../shared/overlays.ts'
import { useShortcut } from '../../shared/shortcuts.ts'

const slip = ':is([data-slip-dock], dialog[open])'

const inSight = <E extends HTMLElement>(selector: string): E | undefined =>
  [...document.querySelectorAll<E>(selector)].find((each) => each.checkVisibility())

/** The first price on the page that can be picked. */
export const firstPrice = (): HTMLElement | undefined =>
  inSight(':is(main, #main) button[data-outcome]:enabled')

/** The keys of the slip on a desk: C leads to its stake, Ctrl and Enter to its button, and once more presses it. */
export const useSlipKeys = (): void => {
  useShortcut('c', leadToSlip)
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** To the first stake, not to a least price, where the slip stands beside the page, else to the slip as a panel. */
const leadToSlip = (): void => {
  const stake = inSight<HTMLInputElement>('[data-slip-dock] input[data-money]:enabled')
  if (!stake) return openOverlay('slip')
  stake.focus()
  stake.select()
}

/**
 * From anywhere but a stake, where Enter bets by itself, money is staked by the second press alone: the first one shows, and
 * has read out, what the button will do.
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
