import type { Calls } from '@palpite/contract'
import { FULL_COVERS } from '@palpite/odds'
import type { text } from '../../shared/text/text.ts'

type Translate = typeof text

type Bet = Pick<Calls['GET /api/app/sportsbook/bets/:betId']['data'], 'kind' | 'folds' | 'isEachWay' | 'legs'>

/** A bet's name: single, parlay of n, or a system by sizes or its betting name. */
export const betKind = (t: Translate, bet: Bet): string => {
  const plain = plainKind(t, { ...bet, legs: winLegs(bet) })
  return bet.isEachWay ? t('sportsbook.eachWay.kind', { kind: plain }) : plain
}

/** A bet's selections: an each-way bet stores each twice, to win and to be placed. */
export const winLegs = <L>({ isEachWay, legs }: { isEachWay: boolean; legs: readonly L[] }): L[] =>
  legs.slice(0, isEachWay ? legs.length / 2 : legs.length)

const plainKind = (t: Translate, { kind, folds, legs }: Bet): string => {
  if (kind === 'single') return t('sportsbook.bet.single')
  return kind === 'parlay'
    ? t('sportsbook.bet.parlay', { count: legs.length })
    : systemName(t, folds, legs.length - bankersOf(legs), bankersOf(legs))
}

const bankersOf = (legs: Bet['legs']): number => legs.filter(({ isBanker }) => isBanker).length

/** A system's name by sizes, or its betting name if a full cover, with the number of bankers. */
export const systemName = (t: Translate, folds: readonly number[], legs: number, bankers = 0): string => {
  const name = plainSystem(t, folds, legs)
  return bankers > 0 ? t('sportsbook.system.bankers', { name, count: bankers }) : name
}

const plainSystem = (t: Translate, folds: readonly number[], legs: number): string => {
  const cover = Object.entries(FULL_COVERS).find(
    ([, one]) => one.legs === legs && one.folds.join() === folds.join(),
  )
  if (cover) return t('sportsbook.system.cover', { cover: cover[0] })
  return t('sportsbook.system.folds', { folds: folds.join(' + '), legs })
}

/** The return per unit on all of these together, in thousandths. */
export const parlayOdds = (legs: readonly { priceMilli: number }[]): number =>
  Math.floor(legs.reduce((all, { priceMilli }) => (all * priceMilli) / 1000, 1000))
