import { isUnanswered } from '../paced/send-until-answered.ts'
import type { AutoRound } from '../auto/use-auto-play.ts'

type Bet = { roundId: string; status: string; stakeCents: number; payoutCents: number }

/** What a bet needs to be placed and followed to its end. */
export type DrawLine<B extends Bet> = {
  /** Places the bet; repeated under the same id while unanswered. */
  send: () => Promise<{ round: B; balanceCents: number }>
  /** The bet's current state. */
  read: (roundId: string) => Promise<B>
  /** Waits until the bet's draw should be paid, or a moment if that is past or unknown. */
  wait: (round: B) => Promise<void>
  /** Whether the page is still mounted. */
  isHere: () => boolean
}

/** One automatic round on a shared draw: places a bet and returns its result after payout. */
export async function playOnDraw<B extends Bet>({
  send,
  read,
  wait,
  isHere,
}: DrawLine<B>): Promise<AutoRound & { bet: B }> {
  const { round, balanceCents } = await send()
  let bet = round
  while (bet.status === 'open') {
    await wait(bet)
    if (!isHere()) throw new Error('the page was left before the draw')
    try {
      bet = await read(bet.roundId)
    } catch (error) {
      // The bet is placed, whatever the connection does: it is polled again.
      if (!isUnanswered(error)) throw error
    }
  }
  const { stakeCents, payoutCents } = bet
  return { bet, stakeCents, payoutCents, balanceCents: balanceCents + payoutCents }
}
