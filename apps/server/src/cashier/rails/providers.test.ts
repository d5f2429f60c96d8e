import { expect, test } from 'vitest'
import { openProviders, type Provider } from './providers.ts'

type Bank = { name: string; priority: number; share: number; isUp?: boolean }

/** Only the fields that the choice reads; no bank is called. */
const bank = ({ isUp = true, ...one }: Bank) => ({ ...one, isUp: () => isUp }) as Provider

/** How often each bank is chosen over one full cycle of draws. */
function chosen(banks: readonly Bank[], without: readonly string[] = []): Record<string, number> {
  const counts: Record<string, number> = {}
  let draws = 1
  for (let drawn = 0; drawn < draws; drawn += 1) {
    const providers = openProviders(
      banks.map(bank),
      (name) => bank({ name, priority: 1, share: 1 }),
      (below) => {
        draws = below
        return drawn
      },
    )
    const name = providers.choose(without)?.name ?? 'none'
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const one = { name: 'one', priority: 1, share: 70 }
const two = { name: 'two', priority: 1, share: 30 }
const spare = { name: 'spare', priority: 2, share: 5 }

test.each([
  { what: 'banks of one priority by their shares', banks: [one, two, spare], counts: { one: 70, two: 30 } },
  { what: 'no bank that is down', banks: [{ ...one, isUp: false }, two, spare], counts: { two: 30 } },
  {
    what: 'the next priority if the first is down',
    banks: [{ ...one, isUp: false }, { ...two, isUp: false }, spare],
    counts: { spare: 5 },
  },
  {
    what: 'the first priority again if all are down',
    banks: [
      { ...one, isUp: false },
      { ...spare, isUp: false },
    ],
    counts: { one: 70 },
  },
  {
    what: 'another bank for an order that one could not open',
    banks: [one, two],
    without: ['one'],
    counts: { two: 30 },
  },
  { what: 'no bank if there is no other', banks: [one], without: ['one'], counts: { none: 1 } },
])('a new order goes to $what', ({ banks, without, counts }) => {
  expect(chosen(banks, without)).toEqual(counts)
})

test('payouts of a list are spread like orders: each bank as often as its share of a hundred', () => {
  const providers = openProviders(
    [one, two, spare].map(bank),
    (name) => bank({ ...spare, name }),
    () => 0,
  )
  const names = providers.inTurn()
  expect(names.filter((name) => name === 'one')).toHaveLength(70)
  expect(names.filter((name) => name === 'two')).toHaveLength(30)
  expect(names).not.toContain('spare')
})

test('an order stays with its bank, even if that is no longer configured', () => {
  const providers = openProviders(
    [bank(one)],
    (name) => bank({ name, priority: 9, share: 9 }),
    () => 0,
  )
  expect(providers.named('one').priority).toBe(1)
  expect(providers.named('gone')).toMatchObject({ name: 'gone', priority: 9 })
})
