import { create } from 'zustand'

/** What a browser hands over when it would put this app on the device: Chromium's own event. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

const useOffer = create<{ offer: InstallOffer | undefined }>(() => ({ offer: undefined }))

/** Keeps the browser's offer to install the app for the menu, and forgets it once the app is installed. Call at start. */
export const keepInstallOffer = (page: EventTarget): void => {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // the browser's own bar would cover ours
    useOffer.setState({ offer: event as InstallOffer })
  })
  page.addEventListener('appinstalled', () => useOffer.setState({ offer: undefined }))
}

/** Whether the app can be put on this device now. */
export const useCanInstall = (): boolean => useOffer(({ offer }) => offer !== undefined)

/** Lets the browser ask the player. An offer is good for one question; the browser makes another when it may. */
export const install = async (): Promise<void> => {
  const { offer } = useOffer.getState()
  useOffer.setState({ offer: undefined })
  await offer?.prompt()
}
