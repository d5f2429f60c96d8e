import { sportState } from '@palpite/contract'
import { SPORTS } from '@palpite/odds'
import { expect, test } from 'vitest'
import { fixturesOfDay } from './calendar.ts'
import { DISRUPTIONS, type Disruption } from './disruptions.ts'
import { matchSimulation, type Simulated } from './match-simulation.ts'

/** Match time codes of the specification except 0: a match not started sends none. */
const CODES = [1, 2, 3, 4, 5, -1, -10, -11, -12, -13, -14]

const days = Array.from({ length: 30 }, (_, day) => fixturesOfDay(20_500 + day, 'faults', SPORTS)).flat()
const simulated = ({ sport, model, play }: (typeof days)[number]): Simulated => ({
  sport,
  model: model ?? {},
  seed: play?.seed ?? '',
  fault: play?.fault as Disruption | null,
  withdrawn: [],
})
const disrupted = days.map(simulated).filter(({ fault }) => fault !== null)

test('in a month of the calendar every match time code and every disruption occurs', () => {
  const cups = days.filter(({ competition }) => competition === 'Copa Jequitibá').map(simulated)
  const simulations = [...disrupted, ...cups].map((match) => matchSimulation(match))
  const codes = new Set(simulations.flatMap((simulation) => simulation.map(({ matchStatus }) => matchStatus)))
  expect([...codes].toSorted((one, other) => one - other)).toEqual(
    CODES.toSorted((one, other) => one - other),
  )
  expect(new Set(disrupted.map(({ fault }) => fault))).toEqual(new Set(DISRUPTIONS))
})

test('most matches are played as planned', () => {
  const races = disrupted.filter(({ fault }) => fault === 'withdrawn').length
  expect((disrupted.length - races) / days.length).toBeLessThan(0.08)
})

test.each(SPORTS)('a match of %s with any disruption proceeds in order of time and ends', (sport) => {
  for (const match of disrupted.filter((one) => one.sport === sport)) {
    const simulation = matchSimulation(match)
    expect(simulation.map(({ second }) => second)).toEqual(
      simulation.map(({ second }) => second).toSorted((one, other) => one - other),
    )
    expect([-1, -10, -12, -14]).toContain(simulation.at(-1)?.matchStatus)
    const states = simulation.slice(-2).flatMap(({ state }) => state ?? [])
    expect(states.map((state) => sportState.parse(state))).toEqual(states)
  }
})
