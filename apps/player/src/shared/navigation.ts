import type { AroundNavHandler } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { entryNotes } from './history-state.ts'
import { navigateFromOverlay } from './overlays.ts'

/** `isapp=1` marks the app wrapper and stays in every address (SPEC §1). */
export const isInApp = (): boolean => new URLSearchParams(location.search).get('isapp') === '1'

/** The address, with `isapp=1` if the current one has it. */
export const keepIsapp = (to: string, inApp: boolean): string => {
  if (!inApp || /[?&]isapp=/.test(to)) return to
  const [rest = '', hash] = to.split('#')
  return `${rest}${rest.includes('?') ? '&' : '?'}isapp=1${hash === undefined ? '' : `#${hash}`}`
}

/** Runs around every navigation, by link or by `go`. */
export const aroundNav: AroundNavHandler = (proceed, to, options) => {
  const target = keepIsapp(to, isInApp())
  const replaces = options?.replace === true
  // Replacing a visit's first entry keeps it the first.
  const inner = !replaces || entryNotes().inner === true
  navigateFromOverlay(replaces, ({ replace, over }) =>
    proceed(target, { ...options, replace, state: { inner, over } }),
  )
}

/** Navigates to an app address, from anywhere. */
export const go = (to: string, options?: { replace?: boolean }): void => aroundNav(navigate, to, options)

/** One step back, or home if the visit began here: a step back would leave the app. */
export const goBack = (): void => {
  if (entryNotes().inner) history.back()
  else go('/home', { replace: true })
}
