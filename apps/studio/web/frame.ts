import { type FrameHears, type FrameSays, readFrameHears } from '@palpite/contract/studio'

let pageOrigin: string | undefined

/** Tells the page around the frame, and nobody else. Before its origin is known nothing is said. */
export const say = (message: FrameSays): void => {
  if (pageOrigin !== undefined && window.parent !== window) window.parent.postMessage(message, pageOrigin)
}

/** Listens to the page around the frame: its very origin, its very window, what the contract knows. */
export function listenToPage(origin: string, hear: (message: FrameHears) => void): void {
  if (pageOrigin === undefined) {
    window.addEventListener('message', (event) => {
      if (event.origin !== pageOrigin || event.source !== window.parent) return
      const message = readFrameHears(event.data)
      if (message) hear(message)
    })
  }
  pageOrigin = origin
}

/** Tells the page where a refusal means that the game cannot go on here, or that money is wanting. */
export function sayRefused(code: string): void {
  if (code === 'insufficient_funds') say({ type: 'insufficientFunds' })
  if (code === 'session_closed') say({ type: 'failed', why: 'session' })
  if (code === 'no_answer') say({ type: 'failed', why: 'fault' })
}
