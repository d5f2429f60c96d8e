import type { Deps } from '../../platform/deps.ts'
import { judgeReceipt } from './judge-receipt.ts'
import { readBet } from './read-bets.ts'
import { readReceipt } from './read-receipt.ts'
import { promiseText, type Receipt } from './receipt.ts'
import type { WireBet } from './wire-bet.ts'

/** A bet as its player saw it and as it stands, line by line, and whether every point of its receipt holds. */
export async function replayBet(
  deps: Pick<Deps, 'db' | 'config'>,
  betId: number,
): Promise<{ lines: string[]; holds: boolean } | undefined> {
  const stored = await readReceipt(deps, betId)
  const bet = stored && (await readBet(deps.db, stored.receipt.playerId, betId))
  if (!stored || !bet) return undefined
  const { receipt, isSigned } = stored
  const points = judgeReceipt(receipt, isSigned)
  const holds = points.every((point) => point.holds)
  const legs = receipt.legs.map(({ outcomeId, ...leg }, place) => {
    const seen = leg.standing === null ? 'before the start' : `in play at ${leg.standing}`
    const least = leg.minPriceMilli === null ? '' : `, no less than ${leg.minPriceMilli}`
    const banker = leg.isBanker ? ', banker' : ''
    return `  ${nameOf(bet.legs[place])}${banker}: shown ${leg.requestedPriceMilli}${least}, taken ${leg.priceMilli} (version ${leg.priceVersion} of outcome ${outcomeId}), ${seen}`
  })
  return {
    holds,
    lines: [
      `Bet ${betId} of player ${receipt.playerId}, request ${receipt.requestId}, accepted at ${receipt.placedAt.toISOString()}`,
      `  ${receipt.unitStakeCents} on each combination of ${foldsOf(receipt)}, ${receipt.stakeCents} of at most ${receipt.maxStakeCents} cents, to return ${receipt.potentialReturnCents}; rule ${ruleOf(receipt)}; waited ${receipt.delayMs} ms${receipt.isOffered ? '; took up an offer' : ''}${receipt.freeBetId === null ? '' : `; free bet ${receipt.freeBetId}`}${promisedOf(receipt)}`,
      ...legs,
      `  now ${bet.status}, result ${bet.result}, returned ${bet.returnCents ?? 'nothing yet'}`,
      ...points.map(({ what, holds: isSo }) => `  ${isSo ? 'holds' : 'FAILS'}: ${what}`),
      holds ? 'The bet was accepted as its receipt says.' : 'The receipt does not hold.',
    ],
  }
}

const foldsOf = ({ folds, isEachWay }: Receipt): string => `${folds.join('+')}${isEachWay ? ' each way' : ''}`

const promisedOf = ({ promises }: Receipt): string => {
  const promised = promises ? promiseText(promises) : ''
  return promised === '' ? '' : `; promised ${promised}`
}

const ruleOf = ({ accept, withinBps }: Receipt): string =>
  withinBps === null ? accept : `${accept} ${withinBps / 100} %`

const nameOf = (leg: WireBet['legs'][number] | undefined) =>
  leg
    ? `${leg.title ?? `${leg.home} x ${leg.away}`}, ${(leg.selections ?? [leg]).map(pickOf).join(' and ')}`
    : 'a leg'

const pickOf = ({
  marketType,
  lineQuarters,
  side,
  code,
}: Pick<WireBet['legs'][number], 'marketType' | 'lineQuarters' | 'side' | 'code'>) =>
  [marketType, side, lineQuarters === null ? null : lineQuarters / 4, code]
    .filter((part) => part !== null)
    .join(' ')
