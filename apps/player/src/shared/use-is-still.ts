import { useLook } from './look.ts'

/** Whether the player wants reduced motion: by the app's setting or the system's. */
export const useIsStill = (): boolean => {
  const isOff = useLook(({ motion }) => motion === 'off')
  // Prerendered pages have no motion.
  return isOff || (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false)
}
