import type { Calls } from '@palpite/contract'

type Fixtures = Calls['GET /api/app/sportsbook/fixtures']['data']

/** The invented matches begin the day after tomorrow: today and the first days have those of the simulator alone. */
const weekDays = ['2', '3', '4', '5', '6']

async function fixturesOf(port: number, day: string): Promise<Fixtures> {
  const path = `/api/app/sportsbook/fixtures?sport=football&when=week&day=${day}`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return ((await answer.json()) as { data: Fixtures }).data
}

/** The invented matches to come. */
async function matchesToCome(port: number) {
  const days = await Promise.all(weekDays.map((day) => fixturesOf(port, day)))
  return days
    .flat()
    .flatMap(({ fixtures }) => fixtures)
    .filter(({ home }) => home.startsWith('Bench'))
}

/** A bet as an app would send it. */
export type OpenParlay = {
  unitStakeCents: number
  legs: { outcomeId: string; priceMilli: number }[]
  accept: 'any'
}

/** Twelve legs at such prices return less than a ticket may. */
const MAX_PRICE_MILLI = 2300
const PARLAYS = 400

/** Bets of this many legs, each on another match, over all matches to come. */
export async function openParlays(port: number, legs: number): Promise<OpenParlay[]> {
  const byMatch = (await matchesToCome(port)).map(({ markets }) =>
    markets
      .filter(({ status }) => status === 'open')
      .flatMap(({ outcomes }) => outcomes)
      .filter(({ priceMilli }) => priceMilli <= MAX_PRICE_MILLI),
  )
  const open = byMatch.filter((outcomes) => outcomes.length > 0)
  if (open.length < legs) throw new Error('too few matches are open to bets')
  return Array.from({ length: PARLAYS }, (_, at) => ({
    unitStakeCents: 100,
    accept: 'any' as const,
    legs: Array.from({ length: legs }, (_leg, place) => {
      const outcomes = open[(at + place) % open.length] ?? []
      const { outcomeId = '', priceMilli = 0 } = outcomes[(at * 7 + place) % outcomes.length] ?? {}
      return { outcomeId, priceMilli }
    }),
  }))
}

/** Bodies of bets on every open outcome of the matches to come, as an app that shows them would send. */
export async function openOffers(port: number): Promise<Record<string, unknown>[]> {
  const outcomes = (await matchesToCome(port))
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
