import type { AroundNavHandler } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { dropOverlay, isOverlayEntry } from './overlays.ts'
import { screenAt } from './paths.ts'

type LeaveListener = (leftPathname: string) => void
const leaveListeners = new Set<LeaveListener>()

/** Calls back with the path that is being left, before each change of screen. Answers how to stop. */
export const onLeave = (listener: LeaveListener): (() => void) => {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}

/** `isapp=1` marks the app wrapper and stays on every address (SPEC §1). */
export const isInApp = (): boolean => new URLSearchParams(location.search).get('isapp') === '1'

/** The address with `isapp=1` kept when the one in sight has it. */
export const keepIsapp = (to: string, inApp: boolean): string => {
  if (!inApp || /[?&]isapp=/.test(to)) return to
  const [rest = '', hash] = to.split('#')
  return `${rest}${rest.includes('?') ? '&' : '?'}isapp=1${hash === undefined ? '' : `#${hash}`}`
}

/** What happens around every navigation, by link or by `go`. */
export const aroundNav: AroundNavHandler = (proceed, to, options) => {
  const target = keepIsapp(to, isInApp())
  const leaves = screenAt(new URL(target, location.href).pathname)?.name !== screenAt(location.pathname)?.name
  if (leaves) for (const listener of leaveListeners) listener(location.pathname)
  // An open overlay owns the top entry of the history: the new screen takes its place.
  const takesOver = isOverlayEntry()
  dropOverlay()
  proceed(target, takesOver ? { ...options, replace: true, state: null } : { state: null, ...options })
}

/** Goes to an address of the app, from anywhere. */
export const go = (to: string, options?: { replace?: boolean }): void => aroundNav(navigate, to, options)

/** One step back, or home when the app was entered right here. */
export const goBack = (): void => {
  if (history.length > 1) history.back()
  else go('/home', { replace: true })
}
