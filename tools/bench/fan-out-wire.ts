/** The messages to the process with the receiving sockets. */
export type FanOutOrder = {
  url: string
  sockets: number
  /** They speak Socket.IO's handshake before they listen. */
  isSocketIo: boolean
}

/** All sockets are open, or all of them have got the message that was sent. */
export type FanOutAnswer = 'open' | 'reached'
