import type { ExchangeChange, ExchangeDefinition } from './read-market-line.ts'

/** A market of an exchange as far as its stream told it: what it is, and what each runner can be backed at. */
export type ExchangeMarket = {
  readonly id: string
  readonly definition: ExchangeDefinition | undefined
  readonly runners: ReadonlyMap<number, ExchangeRunner>
}

type ExchangeRunner = {
  /** What is offered to backers: the size at each price. */
  readonly offered: ReadonlyMap<number, number>
  readonly lastTraded: number | undefined
}

export const newExchangeMarket = (id: string): ExchangeMarket => ({
  id,
  definition: undefined,
  runners: new Map(),
})

/** The market after a change. An image replaces all that was known; a size of nought takes its price away. */
export function changedMarket(before: ExchangeMarket, change: ExchangeChange): ExchangeMarket {
  const runners = new Map(change.img === true ? [] : before.runners)
  for (const { id, ltp, atb } of change.rc ?? []) {
    const runner = runners.get(id)
    const offered = new Map(runner?.offered)
    for (const [price, size] of atb ?? []) {
      if (size > 0) offered.set(price, size)
      else offered.delete(price)
    }
    runners.set(id, { offered, lastTraded: ltp ?? runner?.lastTraded })
  }
  return { id: before.id, definition: change.marketDefinition ?? before.definition, runners }
}

/** Nothing longer is quoted: the exchange's own longest price. */
const LONGEST_PRICE = 1000

/**
 * What a runner is quoted at, in thousandths: the best price offered to backers, the last one traded where the stream
 * carries no offers, nothing where there is neither or the price is not above 1.00.
 */
export function quotedMilli({ runners }: ExchangeMarket, id: number): number | undefined {
  const runner = runners.get(id)
  const best = runner && runner.offered.size > 0 ? Math.max(...runner.offered.keys()) : runner?.lastTraded
  if (best === undefined || !(best > 1) || best > LONGEST_PRICE) return undefined
  return Math.round(best * 1000)
}
