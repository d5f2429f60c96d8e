import { type OverlayInputs, openOverlay } from './overlays.ts'
import { useToken } from './session.ts'

const isVisitor = (): boolean => useToken.getState().token === ''

/** Opens the chat, about a bet or a payment where one is given; visitors log in first. */
export const openSupport = (input: OverlayInputs['support'] = {}): void => {
  if (isVisitor()) openOverlay('login', { tab: 'login', next: 'support' })
  else openOverlay('support', input)
}

/** Opens the messaging app's support channel in a page of its own; visitors log in first (SPEC §6). */
export const openMessagingLink = (link: string): void => {
  if (isVisitor()) openOverlay('login', { tab: 'login' })
  else openElsewhere(link)
}

/** Opens a page of somebody else, which learns nothing of this one. */
export const openElsewhere = (link: string): void => {
  window.open(link, '_blank', 'noopener,noreferrer')
}
