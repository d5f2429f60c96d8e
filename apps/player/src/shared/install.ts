import { create } from 'zustand'
import { deviceKeys } from './device-keys.ts'
import { useOffer } from './install-offer.ts'
import { isInApp } from './navigation.ts'
import { openOverlay } from './overlays.ts'
import { onLogout } from './session.ts'

/** Whether the app can be installed on this device now. */
export const useCanInstall = (): boolean => useOffer(({ offer }) => offer !== undefined)

/** Opens the browser's prompt. An offer serves one prompt; the browser sends another when it may. */
export const install = async (): Promise<void> => {
  const { offer } = useOffer.getState()
  useOffer.setState({ offer: undefined })
  await offer?.prompt()
}

const cardKey = deviceKeys.installCard

/** The state of the install card: none until the product was really used, then due, answered once. */
type Card = 'due' | 'answered' | null

const useCard = create<{ card: Card }>(() => ({
  card: typeof localStorage === 'undefined' ? null : (localStorage.getItem(cardKey) as Card),
}))

const setCard = (card: 'due' | 'answered'): void => {
  localStorage.setItem(cardKey, card)
  useCard.setState({ card })
}

// The storage key is removed when the player leaves.
onLogout(() => useCard.setState({ card: null }))

/** Makes the card due, once: the player had a settled bet or won a round. */
export const earnInstallCard = (): void => {
  if (useCard.getState().card === null) setCard('due')
}

/** Dismisses the card for good, whether or not the app is installed. */
export const answerInstallCard = (): void => setCard('answered')

const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent)

/** Whether the app runs installed. */
const isInstalled = (): boolean => isInApp() || matchMedia('(display-mode: standalone)').matches

/** Whether home shows the card: it is due, the device can install, and the app does not run installed. */
export const hasInstallCard = (): boolean =>
  useCard.getState().card === 'due' &&
  (useOffer.getState().offer !== undefined || isApple()) &&
  !isInstalled()

/** The same, as a hook. */
export const useHasInstallCard = (): boolean => {
  useCard()
  useOffer()
  return hasInstallCard()
}

/** Accepts the card's offer: opens the browser's install prompt, or shows the steps if the browser has none. */
export const acceptInstallCard = (): void => {
  answerInstallCard()
  if (useOffer.getState().offer) void install()
  else openOverlay('download')
}
