import * as z from 'zod/mini'

/** Messages from a game to the surrounding page. Anything else is ignored. */
const messageFromFrame = z.discriminatedUnion('type', [
  /** Ready to play. */
  z.strictObject({ type: z.literal('ready') }),
  /** A stake was taken: leaving asks for confirmation. */
  z.strictObject({ type: z.literal('roundOpened') }),
  /** The result was shown: the balance may reload, and a prompt may cover the game. */
  z.strictObject({ type: z.literal('roundEnded') }),
  /** A stake was refused for lack of money. */
  z.strictObject({ type: z.literal('insufficientFunds') }),
  /** The player wants to leave. */
  z.strictObject({ type: z.literal('leave') }),
  /** The game cannot continue: session over, or failure. */
  z.strictObject({ type: z.literal('failed'), why: z.enum(['session', 'fault']) }),
])

export type MessageFromFrame = z.output<typeof messageFromFrame>

/** A valid frame message; undefined otherwise. */
export const readMessageFromFrame = (given: unknown): MessageFromFrame | undefined => {
  const read = z.safeParse(messageFromFrame, given)
  return read.success ? read.data : undefined
}

/** Messages from the page to its framed game. */
const messageToFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('notice'), text: z.string().check(z.maxLength(500)) }),
  /** Money arrived elsewhere: a top-up over the frame. */
  z.strictObject({ type: z.literal('balanceChanged') }),
  /** A dialog covers the game, or no longer: no automatic round starts meanwhile. */
  z.strictObject({ type: z.literal('covered'), isCovered: z.boolean() }),
])

export type MessageToFrame = z.output<typeof messageToFrame>

/** A valid page message; undefined otherwise. */
export const readMessageToFrame = (given: unknown): MessageToFrame | undefined => {
  const read = z.safeParse(messageToFrame, given)
  return read.success ? read.data : undefined
}
