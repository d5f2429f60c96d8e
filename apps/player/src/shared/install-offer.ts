import { create } from 'zustand'

/** What a browser hands over when it would put this app on the device: Chromium's own event. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

/** The browser's offer, while there is one. */
export const useOffer = create<{ offer: InstallOffer | undefined }>(() => ({ offer: undefined }))

/** Keeps the browser's offer to install the app for the menu, and forgets it once the app is installed. Call at start. */
export const keepInstallOffer = (page: EventTarget): void => {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // the browser's own bar would cover ours
    useOffer.setState({ offer: event as InstallOffer })
  })
  page.addEventListener('appinstalled', () => useOffer.setState({ offer: undefined }))
}
