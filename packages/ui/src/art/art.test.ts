import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { wallOf } from './azulejo.ts'
import { crestOf } from './crest.ts'
import { shownLevel, VipBadge } from './VipBadge.tsx'

const badgeOf = (level: number): string => renderToStaticMarkup(createElement(VipBadge, { level }))

describe('drawn art', () => {
  test('a wall is the same for the same seed and stays within its tiles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (seed) => {
        const wall = wallOf(seed, 4, 3)
        expect(wall).toEqual(wallOf(seed, 4, 3))
        expect(wall).toHaveLength(12)
        expect(
          wall.every((tile) => tile.motif >= 0 && tile.motif < 6 && tile.turns >= 0 && tile.turns < 4),
        ).toBe(true)
      }),
    )
  })

  test('every team has two different colours, the same however its name is spelt', () => {
    fc.assert(
      fc.property(fc.string(), (team) => {
        const { main, second } = crestOf(team)
        expect(main).not.toBe(second)
      }),
    )
    expect(crestOf('São Paulo')).toEqual(crestOf('SAO PAULO'))
    expect(crestOf('Atlético-MG')).toEqual(crestOf('Atletico MG'))
  })

  test('teams without colours of their own seldom look alike, and two of one league hardly ever', () => {
    const names = Array.from({ length: 400 }, (_, at) => `Clube ${at} de Vila ${at * 7}`)
    const looks = new Set(names.map((name) => JSON.stringify(crestOf(name))))
    // 1092 looks; drawn evenly, 400 names have 335 of them on average.
    expect(looks.size).toBeGreaterThan(310)
  })

  test.each([
    { team: 'Arsenal', colours: ['#D81E3A', '#F6F3FC'] },
    { team: 'Boca Juniors', colours: ['#0B2C4F', '#FFC52E'] },
    { team: 'Vasco da Gama', colours: ['#16121F', '#F6F3FC'] },
  ])('$team is known by its own colours', ({ team, colours }) => {
    const { main, second } = crestOf(team)
    expect([main, second]).toEqual(colours)
  })

  test.each([
    { level: 0, shown: 0 },
    { level: 10, shown: 10 },
    { level: 12, shown: 12 },
    { level: 13, shown: 12 },
    { level: 23, shown: 12 },
    { level: 24, shown: 0 },
    { level: 500, shown: 0 },
  ])('level $level shows the image of $shown', ({ level, shown }) => {
    expect(shownLevel(level)).toBe(shown)
    expect(badgeOf(level)).toBe(badgeOf(shown))
    expect(badgeOf(level)).toContain(`>${shown}</text>`)
  })
})
