import type { Calls } from '@palpite/contract'

type Fixtures = Calls['GET /api/app/sportsbook/fixtures']['data']

/** The invented matches begin the day after tomorrow: today and the first days have those of the simulator alone. */
const weekDays = ['2', '3', '4', '5', '6']

async function fixturesOf(port: number, day: string): Promise<Fixtures> {
  const path = `/api/app/sportsbook/fixtures?sport=football&when=week&day=${day}`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return ((await answer.json()) as { data: Fixtures }).data
}

/** Bodies of bets on every open outcome of the matches to come, as an app that shows them would send. */
export async function openOffers(port: number): Promise<Record<string, unknown>[]> {
  const days = await Promise.all(weekDays.map((day) => fixturesOf(port, day)))
  const outcomes = days
    .flat()
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ home }) => home.startsWith('Bench'))
    .flatMap(({ markets }) => markets)
    .filter(({ status }) => status === 'open')
    .flatMap((market) => market.outcomes)
  if (outcomes.length === 0) throw new Error('no outcome is open to bets')
  return outcomes.map(({ outcomeId, priceMilli }) => ({
    unitStakeCents: 100,
    legs: [{ outcomeId, priceMilli }],
    accept: 'any',
  }))
}
