import { type FrameHears, type FrameSays, readFrameSays } from '@palpite/contract/studio'

type Heard = Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>

/** A message of the framed game; undefined if it comes from another origin or window, or violates the contract. */
export function messageOf(
  event: Heard,
  from: { origin: string; window: Window | null | undefined },
): FrameSays | undefined {
  if (event.origin !== from.origin || !from.window || event.source !== from.window) return undefined
  return readFrameSays(event.data)
}

/** Sends to the framed game's exact origin; nobody without one. */
export const postToFrame = (frame: HTMLIFrameElement | null, origin: string, message: FrameHears): void => {
  if (origin) frame?.contentWindow?.postMessage(message, origin)
}
