import { useLook } from './look.ts'

/** Whether the player wants nothing to move: by the app's own setting, or the system's. */
export const useIsStill = (): boolean => {
  const isOff = useLook(({ motion }) => motion === 'off')
  // Where pages are drawn beforehand nobody has wishes, and nothing moves.
  return isOff || (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false)
}
