import { create } from 'zustand'

/** Chromium's event that offers to install the app. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

/** The browser's install offer, if any. */
export const useOffer = create<{ offer: InstallOffer | undefined }>(() => ({ offer: undefined }))

/** Keeps the browser's install offer for the menu, and drops it once the app is installed. Call at start. */
export const keepInstallOffer = (page: EventTarget): void => {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // the browser's own banner would cover ours
    useOffer.setState({ offer: event as InstallOffer })
  })
  page.addEventListener('appinstalled', () => useOffer.setState({ offer: undefined }))
}
