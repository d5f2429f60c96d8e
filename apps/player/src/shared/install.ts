import { create } from 'zustand'
import { deviceKeys } from './device-keys.ts'
import { useOffer } from './install-offer.ts'
import { isInApp } from './navigation.ts'
import { openOverlay } from './overlays.ts'
import { onLogout } from './session.ts'

/** Whether the app can be put on this device now. */
export const useCanInstall = (): boolean => useOffer(({ offer }) => offer !== undefined)

/** Lets the browser ask the player. An offer is good for one question; the browser makes another when it may. */
export const install = async (): Promise<void> => {
  const { offer } = useOffer.getState()
  useOffer.setState({ offer: undefined })
  await offer?.prompt()
}

const cardKey = deviceKeys.installCard

/** The card that offers the app: none until the product was used in earnest, then due, and answered once. */
type Card = 'due' | 'answered' | null

const useCard = create<{ card: Card }>(() => ({
  card: typeof localStorage === 'undefined' ? null : (localStorage.getItem(cardKey) as Card),
}))

const setCard = (card: 'due' | 'answered'): void => {
  localStorage.setItem(cardKey, card)
  useCard.setState({ card })
}

// The storage that says so is emptied when the player leaves.
onLogout(() => useCard.setState({ card: null }))

/** Makes the card due, once: the player had a bet settled or won a round. */
export const earnInstallCard = (): void => {
  if (useCard.getState().card === null) setCard('due')
}

/** Puts the card away for good, whether or not the app is installed. */
export const answerInstallCard = (): void => setCard('answered')

const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent)

/** Whether the app runs as an installed one already. */
const isInstalled = (): boolean => isInApp() || matchMedia('(display-mode: standalone)').matches

/** Whether the card stands on home now: it is due, this device can take the app, and does not run it already. */
export const hasInstallCard = (): boolean =>
  useCard.getState().card === 'due' &&
  (useOffer.getState().offer !== undefined || isApple()) &&
  !isInstalled()

/** The same, for the card itself. */
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
