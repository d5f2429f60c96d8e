import { isUnanswered } from '../paced/send-until-answered.ts'
import type { AutoRound } from '../auto/use-auto-play.ts'

type Bet = { roundId: string; status: string; stakeCents: number; payoutCents: number }

/** What a bet needs to be made and seen to its end. */
export type DrawLine<B extends Bet> = {
  /** Bets; sent again under the same id while it is not answered. */
  send: () => Promise<{ round: B; balanceCents: number }>
  /** The bet as it stands now. */
  read: (roundId: string) => Promise<B>
  /** Waits until the draw of this bet should be paid, or a moment where that is past or not known. */
  wait: (round: B) => Promise<void>
  /** Whether anybody still looks on. */
  isHere: () => boolean
}

/** One round of automatic play on a draw that many share: a bet, and what came of it when all were paid. */
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
      // The bet stands whatever the line does: it is asked for again.
      if (!isUnanswered(error)) throw error
    }
  }
  const { stakeCents, payoutCents } = bet
  return { bet, stakeCents, payoutCents, balanceCents: balanceCents + payoutCents }
}
