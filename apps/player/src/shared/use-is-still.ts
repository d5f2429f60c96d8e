import { useLook } from './look.ts'

/** Whether the player wants nothing to move: by the app's own setting, or the system's. */
export const useIsStill = (): boolean => {
  const isOff = useLook(({ motion }) => motion === 'off')
  return isOff || matchMedia('(prefers-reduced-motion: reduce)').matches
}
