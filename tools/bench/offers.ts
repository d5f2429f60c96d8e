import type { Calls } from '@palpite/contract'

/** Bodies of bets on every open outcome of the matches to come, as an app that shows them would send. */
export async function openOffers(port: number): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/app/sportsbook/fixtures?sport=football&when=week`)
  const { data } = (await answer.json()) as { data: Calls['GET /api/app/sportsbook/fixtures']['data'] }
  const outcomes = data
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ home }) => home.startsWith('Bench'))
    .flatMap(({ markets }) => markets)
    .filter(({ status }) => status === 'open')
    .flatMap((market) => market.outcomes)
  if (outcomes.length === 0) throw new Error('no outcome is open to bets')
  return outcomes.map(({ outcomeId, priceMilli }) => ({
    stakeCents: 100,
    outcomeId,
    priceMilli,
    accept: 'any',
  }))
}
