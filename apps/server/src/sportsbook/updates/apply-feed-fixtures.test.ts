import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EntryMessage, FixtureMessage } from './messages.ts'
import { placeEntries } from './apply-feed-fixtures.ts'
import type { Entry } from './queries.ts'

const fixture = (
  sport: FixtureMessage['sport'],
  participants: readonly EntryMessage[],
  own = {},
): FixtureMessage => ({
  kind: 'fixture',
  key: 'a',
  sport,
  competition: 'Ascot',
  title: null,
  participants,
  startsAt: new Date(0),
  model: null,
  play: null,
  ...own,
})
const horse = (id: number, name = `Horse ${id}`): EntryMessage => ({ id: String(id), name })
const keptOf = (entries: readonly Entry[]) =>
  entries.map(({ place, feedId, name }) => ({ place, feedId, name }))
const placesOf = (entries: readonly Entry[]) =>
  Object.fromEntries(entries.map(({ feedId, place }) => [feedId ?? '', place]))

describe('the participants', () => {
  test('are numbered as first listed, and keep the number by the feed’s id', () => {
    const first = placeEntries(fixture('racing', [horse(10), horse(30), horse(40)]), [])
    expect(placesOf(first.entries)).toEqual({ 10: 1, 30: 2, 40: 3 })
    const reserve = placeEntries(
      fixture('racing', [horse(10), horse(20), horse(40), horse(30, 'Renamed')]),
      keptOf(first.entries),
    )
    expect(placesOf(reserve.entries)).toEqual({ 10: 1, 20: 4, 30: 2, 40: 3 })
    expect(reserve.entries.find(({ feedId }) => feedId === '30')?.name).toBe('Renamed')
    expect(reserve.refused).toEqual([])
  })

  test('of a competition are known by id, too', () => {
    const field = { isOutright: true }
    const first = placeEntries(fixture('football', [horse(1), horse(2), horse(3)], field), [])
    const later = placeEntries(
      fixture('football', [horse(4), horse(3), horse(2), horse(1)], field),
      keptOf(first.entries),
    )
    expect(placesOf(later.entries)).toEqual({ 1: 1, 2: 2, 3: 3, 4: 4 })
  })

  test('keep their numbers in any order and under any names', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(ids, { minLength: 2, maxLength: 5 }), (lists) => {
        let kept: Entry[] = []
        for (const [round, list] of lists.entries()) {
          const { entries } = placeEntries(
            fixture(
              'racing',
              list.map((id) => horse(id, `${id} of ${round}`)),
            ),
            kept,
          )
          const before = placesOf(kept)
          for (const { feedId, place } of entries) expect(before[feedId ?? ''] ?? place).toBe(place)
          const left = kept.filter(({ place }) => !entries.some((one) => one.place === place))
          kept = [...left, ...keptOf(entries)]
          expect(new Set(kept.map(({ place }) => place)).size).toBe(kept.length)
          expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length)
        }
      }),
    )
  })

  test('may swap names; one that takes a name still used by another keeps its own', () => {
    const kept = keptOf(placeEntries(fixture('racing', [horse(1), horse(2), horse(3)]), []).entries)
    const names = (list: readonly EntryMessage[]) =>
      placeEntries(fixture('racing', list), kept).entries.map(({ name }) => name)
    expect(names([horse(1, 'Horse 2'), horse(2, 'Horse 1'), horse(3)])).toEqual([
      'Horse 2',
      'Horse 1',
      'Horse 3',
    ])
    expect(names([horse(1, 'Horse 3'), horse(2)])).toEqual(['Horse 1', 'Horse 2'])
  })

  test('only a newcomer whose name another participant has is refused', () => {
    const kept = keptOf(placeEntries(fixture('racing', [horse(1), horse(2)]), []).entries)
    const { entries, refused } = placeEntries(
      fixture('racing', [horse(1), horse(9, 'Horse 2'), horse(2)]),
      kept,
    )
    expect(placesOf(entries)).toEqual({ 1: 1, 2: 2 })
    expect(refused).toMatchObject([{ reason: 'name_not_mapped' }])
  })

  test.each([
    ['one id twice', [horse(1), horse(1, 'Horse 9'), horse(2)]],
    ['two ids by one name', [horse(1), horse(9, 'Horse 1'), horse(2)]],
  ])('of %s at first listing the first takes part', (_what, list) => {
    const { entries, refused } = placeEntries(fixture('racing', list), [])
    expect(placesOf(entries)).toEqual({ 1: 1, 2: 2 })
    expect(refused).toHaveLength(1)
  })

  test('two newcomers with one name: the first takes part', () => {
    const kept = keptOf(placeEntries(fixture('racing', [horse(1)]), []).entries)
    const { entries, refused } = placeEntries(
      fixture('racing', [horse(1), horse(2, 'New'), horse(3, 'New')]),
      kept,
    )
    expect(placesOf(entries)).toEqual({ 1: 1, 2: 2 })
    expect(refused).toHaveLength(1)
  })

  test('one stored without an id is matched by name once, then by id', () => {
    const kept = [
      { place: 1, feedId: null, name: 'Horse 7' },
      { place: 2, feedId: null, name: 'Horse 8' },
    ]
    const { entries } = placeEntries(fixture('racing', [horse(5), horse(7), horse(8)]), kept)
    expect(placesOf(entries)).toEqual({ 5: 3, 7: 1, 8: 2 })
  })
})

describe('the two sides of a match', () => {
  const kept = (ids: boolean) => [
    { place: 1, feedId: ids ? '1' : null, name: 'Bahia' },
    { place: 2, feedId: ids ? '2' : null, name: 'Santos' },
  ]
  const [bahia, santos] = [
    { id: '1', name: 'Bahia' },
    { id: '2', name: 'Santos' },
  ]
  const [bahiaAlone, santosAlone] = [{ name: 'Bahia' }, { name: 'Santos' }]

  test.each([
    { what: 'by id in their order', sides: [bahia, santos], ids: true, isSwapped: false },
    {
      what: 'by id, one by another name',
      sides: [{ ...bahia, name: 'EC Bahia' }, santos],
      ids: true,
      isSwapped: false,
    },
    { what: 'by id the other way round', sides: [santos, bahia], ids: true, isSwapped: true },
    { what: 'by name in their order', sides: [bahiaAlone, santosAlone], ids: false, isSwapped: false },
    {
      what: 'by name, one called otherwise',
      sides: [{ name: 'EC Bahia' }, santosAlone],
      ids: false,
      isSwapped: false,
    },
    { what: 'by name the other way round', sides: [santosAlone, bahiaAlone], ids: false, isSwapped: true },
    {
      what: 'by name, away as home beside a stranger',
      sides: [santosAlone, { name: 'Vitória' }],
      ids: false,
      isSwapped: true,
    },
    {
      what: 'by id, a third as away',
      sides: [bahia, { id: '3', name: 'Vitória' }],
      ids: true,
      isSwapped: true,
    },
    { what: 'that get ids now', sides: [bahia, santos], ids: false, isSwapped: false },
  ])('reported $what: swapped $isSwapped', ({ sides, ids, isSwapped }) => {
    expect(placeEntries(fixture('football', sides), kept(ids)).isSwapped).toBe(isSwapped)
  })

  test('are not ordered if outcomes are named by id', () => {
    expect(placeEntries(fixture('cricket', [santos, bahia], { isById: true }), kept(true))).toMatchObject({
      isSwapped: false,
      entries: [
        { place: 2, feedId: '2' },
        { place: 1, feedId: '1' },
      ],
    })
  })

  test('are unchanged if a third is named and outcomes are named by id', () => {
    const third = [bahia, { id: '3', name: 'Vitória' }]
    expect(placeEntries(fixture('cricket', third, { isById: true }), kept(true)).isSwapped).toBe(false)
  })

  test('stay those first reported: a third is none of them', () => {
    const { entries, refused } = placeEntries(
      fixture('football', [bahia, { id: '3', name: 'Vitória' }]),
      kept(true),
    )
    expect(placesOf(entries)).toEqual({ 1: 1 })
    expect(refused).toMatchObject([
      { reason: 'name_not_mapped', detail: 'Vitória 3 is none of those who take part' },
    ])
  })
})
