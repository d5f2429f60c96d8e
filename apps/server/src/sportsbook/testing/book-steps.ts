import fc from 'fast-check'

/** The fixtures: a match with all its markets, three plain ones, a race, and an outright. */
export const MATCHES = 4
const FIXTURES = 6
const fixtureAt = fc.nat(FIXTURES - 1)
const matchAt = fc.nat(MATCHES - 1)
const at = fc.nat(1000)

/** The next step: a bet of some kind, a cash-out, or a feed message. */
export const bookStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      on: fc.uniqueArray(fixtureAt, { minLength: 1, maxLength: 4 }),
      picks: fc.array(at, { minLength: 8, maxLength: 8 }),
      shape: fc.constantFrom('all' as const, 'cover' as const, 'lucky' as const, 'some' as const),
      bankers: fc.nat(1),
      /** The share of legs that become bet builders. */
      selections: fc.constantFrom(1, 1, 2),
      stakeCents: fc.integer({ min: 100, max: 5000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('each way' as const),
      on: fc.uniqueArray(fc.constantFrom(4, 5), { minLength: 1, maxLength: 2 }),
      picks: fc.array(at, { minLength: 2, maxLength: 2 }),
      shape: fc.constantFrom('all' as const, 'lucky' as const),
      stakeCents: fc.integer({ min: 100, max: 5000 }),
    }),
  },
  fc.record({
    kind: fc.constant('free' as const),
    on: fc.uniqueArray(matchAt, { minLength: 1, maxLength: 2 }),
    picks: fc.array(at, { minLength: 2, maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('sell' as const), which: at, share: fc.constantFrom(0.3, 0.5, 1) }),
  fc.record({ kind: fc.constant('edit' as const), which: at, pick: at }),
  fc.record({ kind: fc.constant('level' as const), which: at, share: fc.constantFrom(0.5, 1.5) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      on: matchAt,
      status: fc.constantFrom(1 as const, -1 as const, -1 as const),
      home: fc.nat(3),
      away: fc.nat(3),
    }),
  },
  fc.record({
    kind: fc.constant('off' as const),
    on: matchAt,
    status: fc.constantFrom(-10 as const, -14 as const),
  }),
  fc.record({
    kind: fc.constant('finish' as const),
    on: fc.constantFrom(4, 5),
    first: fc.integer({ min: 1, max: 5 }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('said' as const),
      on: fixtureAt,
      market: at,
      winner: at,
      becomes: fc.constantFrom('won' as const, 'half won' as const, 'void' as const),
      certainty: fc.constantFrom('provisional' as const, 'provisional' as const, 'confirmed' as const),
    }),
  },
  fc.record({ kind: fc.constant('taken back' as const), on: fixtureAt, market: at }),
  fc.record({
    kind: fc.constant('cancelled' as const),
    on: fixtureAt,
    market: at,
    from: fc.option(at),
    until: fc.option(at),
  }),
  fc.record({ kind: fc.constant('not cancelled' as const), which: at }),
  { weight: 4, arbitrary: fc.constant({ kind: 'settle' as const }) },
)

export type BookStep = typeof bookStep extends fc.Arbitrary<infer S> ? S : never
export type StepOf<K extends BookStep['kind']> = Extract<BookStep, { kind: K }>

const settle: BookStep = { kind: 'settle' }
const picks = [0, 1, 2, 0, 1, 2, 0, 1]
const bet = { kind: 'bet', picks, shape: 'all', bankers: 0, selections: 1, stakeCents: 1000 } as const
const eachWay: StepOf<'each way'> = {
  kind: 'each way',
  on: [4, 5],
  picks: [0, 0],
  shape: 'lucky',
  stakeCents: 1000,
}
const said = { kind: 'said', on: 1, market: 0, winner: 0, becomes: 'won', certainty: 'provisional' } as const

/** Each kind of bet and change once, in an order in which none is refused. */
export const everyKind: BookStep[] = [
  { ...bet, on: [0] },
  { ...bet, on: [0], picks: [0, 7, 0, 0, 0, 0, 0, 0], selections: 2 },
  { ...bet, on: [1, 2] },
  { ...bet, on: [1, 2, 3] },
  { ...bet, on: [1, 2, 3], shape: 'cover' },
  { ...bet, on: [0, 1, 2, 3], shape: 'lucky' },
  { ...bet, on: [0, 1, 2, 3], shape: 'some', bankers: 1 },
  { ...bet, on: [3] },
  { ...bet, on: [4, 5] },
  eachWay,
  { ...eachWay, on: [4], shape: 'all' },
  { kind: 'free', on: [1, 2], picks: [0, 0] },
  { kind: 'sell', which: 2, share: 0.5 },
  { kind: 'level', which: 3, share: 0.5 },
  { kind: 'edit', which: 4, pick: 1 },
  said,
  settle,
  { ...said, winner: 1 },
  settle,
  { kind: 'cancelled', on: 2, market: 0, from: null, until: 6 },
  settle,
  { kind: 'taken back', on: 1, market: 0 },
  { kind: 'not cancelled', which: 0 },
  settle,
  { kind: 'end', on: 1, status: -1, home: 2, away: 1 },
  { kind: 'off', on: 3, status: -10 },
  settle,
  { kind: 'end', on: 1, status: -1, home: 1, away: 1 },
  { kind: 'finish', on: 4, first: 1 },
  { kind: 'end', on: 0, status: 1, home: 2, away: 0 },
  settle,
  { kind: 'end', on: 0, status: -1, home: 2, away: 2 },
  { kind: 'end', on: 2, status: -1, home: 0, away: 1 },
  { kind: 'finish', on: 5, first: 5 },
  settle,
]
