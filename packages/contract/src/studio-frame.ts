import * as z from 'zod/mini'

/** What a game says to the page around its frame. Anything else from the frame is passed over. */
const frameSays = z.discriminatedUnion('type', [
  /** It can be played. */
  z.strictObject({ type: z.literal('ready') }),
  /** A stake was taken: leaving asks first. */
  z.strictObject({ type: z.literal('roundOpened') }),
  /** The result has been shown: the balance may be looked at, and a prompt may stand over the game. */
  z.strictObject({ type: z.literal('roundEnded') }),
  /** A stake was refused for want of money. */
  z.strictObject({ type: z.literal('insufficientFunds') }),
  /** Whoever plays wants out. */
  z.strictObject({ type: z.literal('leave') }),
  /** The game cannot go on: its session is over, or it failed. */
  z.strictObject({ type: z.literal('failed'), why: z.enum(['session', 'fault']) }),
])

export type FrameSays = z.output<typeof frameSays>

/** What a frame said, where it is a message. */
export const readFrameSays = (given: unknown): FrameSays | undefined => {
  const read = z.safeParse(frameSays, given)
  return read.success ? read.data : undefined
}

/** What the page says to a game in its frame. */
const frameHears = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('notice'), text: z.string().check(z.maxLength(500)) }),
  /** Money came in from elsewhere: a top-up over the frame. */
  z.strictObject({ type: z.literal('balanceChanged') }),
  /** Something stands over the game, or no longer: no new round begins by itself meanwhile. */
  z.strictObject({ type: z.literal('covered'), isCovered: z.boolean() }),
])

export type FrameHears = z.output<typeof frameHears>

/** What a page said to its frame, where it is a message. */
export const readFrameHears = (given: unknown): FrameHears | undefined => {
  const read = z.safeParse(frameHears, given)
  return read.success ? read.data : undefined
}
