import { type MessageToFrame, type MessageFromFrame, readMessageToFrame } from '@palpite/contract/studio'

let pageOrigin: string | undefined

/** Sends to the surrounding page only. Nothing is sent before its origin is known. */
export const say = (message: MessageFromFrame): void => {
  if (pageOrigin !== undefined && window.parent !== window) window.parent.postMessage(message, pageOrigin)
}

/** Receives messages of the surrounding page: from its exact origin and window, and valid by the contract. */
export function listenToPage(origin: string, receive: (message: MessageToFrame) => void): void {
  if (pageOrigin === undefined) {
    window.addEventListener('message', (event) => {
      if (event.origin !== pageOrigin || event.source !== window.parent) return
      const message = readMessageToFrame(event.data)
      if (message) receive(message)
    })
  }
  pageOrigin = origin
}

/** Reports a refusal that ends the game here, or a lack of money, to the page. */
export function reportRefusal(code: string): void {
  if (code === 'insufficient_funds') say({ type: 'insufficientFunds' })
  if (code === 'session_closed') say({ type: 'failed', why: 'session' })
  if (code === 'no_answer') say({ type: 'failed', why: 'fault' })
}
