import { type FrameHears, type FrameSays, readFrameSays } from '@palpite/contract/studio'

type Heard = Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>

/**
 * What a game in its frame says; nothing for whatever comes from another origin or window, or is no message of the
 * contract. A frame of a stranger may send as much rubbish as it likes.
 */
export function messageOf(
  event: Heard,
  from: { origin: string; window: Window | null | undefined },
): FrameSays | undefined {
  if (event.origin !== from.origin || !from.window || event.source !== from.window) return undefined
  return readFrameSays(event.data)
}

/** Tells the game in the frame, by its very origin; nobody while there is none. */
export const postToFrame = (frame: HTMLIFrameElement | null, origin: string, message: FrameHears): void => {
  if (origin) frame?.contentWindow?.postMessage(message, origin)
}
