import { pricedMarket, pricedPair, type PricedMarket } from '../priced-market.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import { fightChances, type FightModel } from './boxing.ts'

/** Prices of a fight from the next round on: winner, method, ending round, distance, total rounds. */
export const boxingPrices = (
  model: FightModel,
  roundsDone: number,
  offer: { readonly marginBps: number; readonly shape?: MarginShape },
): readonly PricedMarket[] => {
  const chances = fightChances(model, roundsDone)
  const lines = { marginBps: offer.marginBps, shape: offer.shape ?? 'power' }
  const at = (name: string) => ({ type: `boxing.${name}`, period: 'full' }) as const
  const home = chances.home.stoppage + chances.home.decision
  const away = chances.away.stoppage + chances.away.decision
  const rounds = chances.stoppedIn.map((chance, place): [string, number] => [
    `round${roundsDone + place + 1}`,
    chance,
  ])
  return [
    {
      ...pricedPair(at('winner'), ['home', 'away', home / (home + away)], lines),
      refunded: chances.draw,
    },
    pricedMarket(
      at('1x2'),
      [
        ['home', home],
        ['draw', chances.draw],
        ['away', away],
      ],
      lines,
    ),
    pricedMarket(
      at('method'),
      [
        ['home_knockout', chances.home.stoppage],
        ['home_decision', chances.home.decision],
        ['away_knockout', chances.away.stoppage],
        ['away_decision', chances.away.decision],
        ['draw', chances.draw],
      ],
      lines,
    ),
    pricedMarket(at('ending_round'), [...rounds, ['decision', chances.distance]], lines),
    pricedPair(at('distance'), ['yes', 'no', chances.distance], lines),
    ...totalRounds(chances.stoppedIn, roundsDone).map(({ line, over }) =>
      pricedPair({ ...at('total_rounds'), lineQuarters: line }, ['over', 'under', over], lines),
    ),
  ]
}

/** Over 4.5 rounds: four and a half rounds are fought. A stoppage counts in the second half of its round. */
const totalRounds = (stoppedIn: readonly number[], roundsDone: number): { line: number; over: number }[] => {
  let stopped = 0
  return stoppedIn.slice(0, -1).flatMap((chance, place) => {
    stopped += chance
    const over = 1 - stopped
    return over > 0.03 && over < 0.97 ? [{ line: (roundsDone + place + 1) * 4 + 2, over }] : []
  })
}
