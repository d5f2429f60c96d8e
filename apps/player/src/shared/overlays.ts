import { create } from 'zustand'
import { entryNotes } from './history-state.ts'

/** Every overlay by name, with what it is given when it opens. At most one is open. */
export type OverlayInputs = {
  login: { tab?: 'login' | 'register'; email?: string }
  forgotPassword: { email?: string }
  changePassword: object
  /** The tab of the cash panel that opens once the data are saved. */
  kyc: { tab?: 'deposit' | 'withdraw' }
  deposit: { tab?: 'deposit' | 'withdraw' }
  gameDeposit: { variant?: 'secondDeposit' }
  payment: { orderId: string; payNo: string; url: string; amountCents: number }
  settingsMenu: object
  accountMenu: object
  avatarPicker: object
  gamesSheet: object
  slip: object
  diceFairness: object
  diceRules: object
  testAccount: object
  limits: object
}

export type OverlayName = keyof OverlayInputs

/** The overlay in sight; `serial` tells two openings of the same one apart. */
export type OpenOverlay = {
  [O in OverlayName]: { name: O; input: OverlayInputs[O]; serial: number }
}[OverlayName]

type OverlayState = { open: OpenOverlay | undefined }

const useOverlayStore = create<OverlayState>(() => ({ open: undefined }))
let serial = 0

/** Opens an overlay in place of any other. The back button and Esc close it again. */
export const openOverlay = <O extends OverlayName>(
  name: O,
  ...[input]: object extends OverlayInputs[O] ? [input?: OverlayInputs[O]] : [input: OverlayInputs[O]]
): void => {
  serial += 1
  // The union of all overlays cannot be built from a name that is still a type parameter.
  useOverlayStore.setState({ open: { name, input: input ?? {}, serial } as OpenOverlay })
  if (!isOverlayEntry()) history.pushState({ ...entryNotes(), overlay: true }, '')
}

/** Closes the overlay in sight, if there is one. */
export const closeOverlay = (): void => {
  if (!useOverlayStore.getState().open) return
  useOverlayStore.setState({ open: undefined })
  // Later, because whoever closes often navigates or opens the next one at once; that takes over the entry.
  setTimeout(() => {
    if (isOverlayEntry() && !useOverlayStore.getState().open) history.back()
  })
}

/** The overlay in sight. */
export const useOpenOverlay = (): OpenOverlay | undefined => useOverlayStore((state) => state.open)

/** The name of the overlay in sight, outside React. */
export const openOverlayName = (): OverlayName | undefined => useOverlayStore.getState().open?.name

/** Whether the entry of the history in sight was made by an overlay. */
export const isOverlayEntry = (): boolean => entryNotes().overlay === true

/** Makes the back button close overlays. Call once, at start. */
export const bindOverlaysToHistory = (): void => {
  if (isOverlayEntry()) history.replaceState({ ...entryNotes(), overlay: undefined }, '')
  window.addEventListener('popstate', () => {
    if (!isOverlayEntry()) useOverlayStore.setState({ open: undefined })
  })
}

/** Drops the overlay without touching the history: the caller is about to navigate in its entry. */
export const dropOverlay = (): void => useOverlayStore.setState({ open: undefined })
