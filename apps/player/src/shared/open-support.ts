import { type OverlayInputs, openOverlay } from './overlays.ts'
import { useToken } from './session.ts'

const isVisitor = (): boolean => useToken.getState().token === ''

/** Opens the chat, optionally about a bet or payment; visitors log in first. */
export const openSupport = (input: OverlayInputs['support'] = {}): void => {
  if (isVisitor()) openOverlay('login', { tab: 'login', next: 'support' })
  else openOverlay('support', input)
}

/** Opens the messaging app's support channel in a new page; visitors log in first (SPEC §6). */
export const openMessagingLink = (link: string): void => {
  if (isVisitor()) openOverlay('login', { tab: 'login' })
  else openElsewhere(link)
}

/** Opens an external page without referrer or opener. */
export const openElsewhere = (link: string): void => {
  window.open(link, '_blank', 'noopener,noreferrer')
}
