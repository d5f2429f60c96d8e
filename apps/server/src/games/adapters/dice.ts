import {
  ALGORITHM_VERSIONS,
  checkDiceBet,
  DICE_RESULTS,
  type DiceBet,
  diceChance,
  diceMaxStake,
  diceMultiplier,
  dicePayoutCents,
  diceReturnToPlayer,
  isDiceWin,
  rollDice,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { type ChoiceOf, instantGame } from './adapter.ts'

const betOf = ({ direction, targetHundredths }: ChoiceOf<'dice'>): DiceBet => ({
  side: direction,
  targetHundredths,
})

/** Dice: a roll from 0.00 to 100.00, over or under a target. */
export const dice = instantGame('dice', {
  rulesVersion: ALGORITHM_VERSIONS.dice,
  publishedChoice: { direction: 'over', targetHundredths: 5050 },
  refuseChoice: (choice) =>
    checkDiceBet(betOf(choice))
      ? { code: 'dice_target_out_of_bounds', values: { min: '0.01', max: '98.00' } }
      : undefined,
  maxStakeCents: (choice, maxPayoutCents) => diceMaxStake(betOf(choice), maxPayoutCents),
  chance: (choice) => diceChance(betOf(choice)) / 10_000,
  win: ({ stakeCents, choice }) => ({
    chance: diceChance(betOf(choice)) / DICE_RESULTS,
    payoutCents: Number((BigInt(stakeCents) * BigInt(diceMultiplier(betOf(choice)))) / 10_000n),
  }),
  returnToPlayer: (choice) => {
    const { n, d } = diceReturnToPlayer(betOf(choice))
    return n / d
  },
  play: (hmac, seeds, { stakeCents, choice }, version) => {
    const bet = betOf(choice)
    const resultHundredths = rollDice(hmac, seeds)
    const hasWon = isDiceWin(bet, resultHundredths)
    return {
      status: hasWon ? 'won' : 'lost',
      payoutCents: dicePayoutCents(cents(stakeCents), bet, resultHundredths, version),
      multiplierE4: hasWon ? diceMultiplier(bet, version) : 0,
      state: { resultHundredths },
    }
  },
})
