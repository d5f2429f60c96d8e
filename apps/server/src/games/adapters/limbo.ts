import {
  ALGORITHM_VERSIONS,
  isLimboWin,
  limboChancePercent,
  limboPayoutCents,
  limboReturnToPlayer,
  LIMBO_STEPS,
  limboWinningSteps,
  rollLimbo,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { asShare, instantGame, payoutOf } from './adapter.ts'

/** Limbo: a multiplier is drawn; one as high as the target, or higher, pays the target. */
export const limbo = instantGame('limbo', {
  rulesVersion: ALGORITHM_VERSIONS.limbo,
  publishedChoice: { targetHundredths: 200 },
  refuseChoice: () => undefined,
  maxStakeCents: ({ targetHundredths }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / targetHundredths),
  chance: ({ targetHundredths }) => limboChancePercent(targetHundredths) / 100,
  win: ({ stakeCents, choice: { targetHundredths } }) => ({
    chance: limboWinningSteps(targetHundredths) / LIMBO_STEPS,
    payoutCents: payoutOf(stakeCents, targetHundredths),
  }),
  returnToPlayer: ({ targetHundredths }) => asShare(limboReturnToPlayer(targetHundredths)),
  play: (hmac, seeds, { stakeCents, choice: { targetHundredths } }) => {
    const resultHundredths = rollLimbo(hmac, seeds)
    const hasWon = isLimboWin(targetHundredths, resultHundredths)
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: limboPayoutCents(cents(stakeCents), targetHundredths, resultHundredths),
      multiplierE4: hasWon ? targetHundredths * 100 : 0,
      state: { resultHundredths },
    }
  },
})
