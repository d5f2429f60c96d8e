import {
  ALGORITHM_VERSIONS,
  drawLuckyDigit,
  LUCKY_DIGITS,
  type LuckyBet,
  luckyMultiplier,
  luckyPayoutCents,
  luckyReturnToPlayer,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { type ChoiceOf, sharedGame, asShare, payoutOf } from './adapter.ts'

type Pick = ChoiceOf<'luckyColor'>['pick']

const digits = Array.from({ length: LUCKY_DIGITS }, (_, digit) => digit)

/** What is bet on, as the rules have it. */
function luckyBetOf({ pick }: { pick: Pick }): LuckyBet {
  if (pick === 'green' || pick === 'red' || pick === 'violet') return { kind: 'colour', colour: pick }
  if (pick === 'small' || pick === 'big') return { kind: 'size', size: pick }
  return { kind: 'digit', digit: Number(pick) }
}

/** The most this bet can pay, over the ten digits, in hundredths. */
const maxMultiplier = (bet: LuckyBet): number =>
  Math.max(...digits.map((digit) => luckyMultiplier(bet, digit)))

/** Lucky colour: a digit from 0 to 9 is drawn in each room, the same for everybody in it. */
export const luckyColor = sharedGame('luckyColor', {
  rulesVersion: ALGORITHM_VERSIONS.luckyColor,
  publishedChoice: { room: '30', pick: 'green' },
  refuseChoice: () => undefined,
  maxStakeCents: (choice, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / maxMultiplier(luckyBetOf(choice))),
  returnToPlayer: (choice) => asShare(luckyReturnToPlayer(luckyBetOf(choice))),
  chance: (choice) =>
    digits.filter((digit) => luckyMultiplier(luckyBetOf(choice), digit) > 0).length / LUCKY_DIGITS,
  roomOf: ({ room }) => `luckyColor:${room}`,
  pickOf: ({ pick }) => pick,
  maxLiabilityCents: (centsByPick) =>
    Math.max(
      ...digits.map((digit) =>
        [...centsByPick].reduce(
          (sum, [pick, cents]) =>
            sum + payoutOf(cents, luckyMultiplier(luckyBetOf({ pick: pick as Pick }), digit)),
          0,
        ),
      ),
    ),
  waiting: { digit: null },
  outcomes: LUCKY_DIGITS,
  draw: drawLuckyDigit,
  resolve: (digit, { stakeCents, choice }) => {
    const bet = luckyBetOf(choice)
    const multiplier = luckyMultiplier(bet, digit)
    return {
      status: multiplier > 0 ? 'won' : 'lost',
      payoutCents: luckyPayoutCents(cents(stakeCents), bet, digit),
      multiplierE4: multiplier * 100,
      state: { digit },
    }
  },
})
