import { type MessageToFrame, type MessageFromFrame, readMessageFromFrame } from '@palpite/contract/studio'

type Heard = Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>

/** A message of the framed game; undefined if it comes from another origin or window, or violates the contract. */
export function messageOf(
  event: Heard,
  from: { origin: string; window: Window | null | undefined },
): MessageFromFrame | undefined {
  if (event.origin !== from.origin || !from.window || event.source !== from.window) return undefined
  return readMessageFromFrame(event.data)
}

/** Sends to the framed game's exact origin; does nothing without an origin. */
export const postToFrame = (
  frame: HTMLIFrameElement | null,
  origin: string,
  message: MessageToFrame,
): void => {
  if (origin) frame?.contentWindow?.postMessage(message, origin)
}
