import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchPages } from './match-pages.ts'
import { addMatch, openHarness, play, type Harness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ catalogueAgeMs: 0 })
})
afterAll(() => harness.close())

test('the page of a match names sides, competition and time, in the requested language', async () => {
  const { fixtureId, key } = await addMatch(harness)
  const pages = matchPages(harness.deps.db)
  const path = `/footballPage/${fixtureId}`
  const coming = await pages.readHead(path, 'pt-BR')
  const { home = '', away = '' } = coming?.frame?.words ?? {}
  expect(coming).toMatchObject({
    title: `${home} × ${away} · Copa · Palpite`,
    about: { '@type': 'SportsEvent', homeTeam: { name: home }, awayTeam: { name: away }, url: path },
    frame: { name: 'match', words: { competition: 'Copa' } },
  })
  expect(coming?.frame?.words['about']).toBe(coming?.description)
  expect(coming?.frame?.words['kickOff']).toMatch(/^\p{L}+\. \d\d\/\d\d \d\d:\d\d$/u)
  expect((await pages.readHead(path, 'ja'))?.frame?.words['kickOff']).not.toBe(
    coming?.frame?.words['kickOff'],
  )

  await harness.receive([play(key, 1, 1, 0)])
  expect((await pages.readHead(path, 'pt-BR'))?.frame?.name).toBe('live')
  expect(await pages.readPaths()).toContain(path)
})

test('home contains matches in play, or the next ones, and never a price', async () => {
  const clean = await openHarness({ catalogueAgeMs: 0 })
  try {
    const readHome = (path = '/home') => matchPages(clean.deps.db).readFrame(path, 'pt-BR')
    expect(await readHome()).toBeUndefined() // there is none: home is sent as prerendered
    const { fixtureId, key } = await addMatch(clean)
    const next = await readHome('/')
    const [card] = next?.rows?.['matches'] ?? []
    expect(next?.name).toBe('homeNext')
    expect(card).toMatchObject({ id: String(fixtureId), competition: 'Copa' })
    expect(card?.['kickOff']).toMatch(/^\d\d\/\d\d \d\d:\d\d$/)
    expect(Object.keys(card ?? {}).toSorted()).toEqual(['away', 'competition', 'home', 'id', 'kickOff'])

    await clean.receive([play(key, 1, 1, 0)])
    const live = await readHome()
    expect(live?.name).toBe('homeLive')
    expect(live?.rows?.['matches']?.map(({ id }) => id)).toEqual([String(fixtureId)])
    for (const path of ['/', '/registered', '/dice', '/share', '/gameMess'])
      expect(await readHome(path)).toEqual(live)
    expect(await readHome('/footballPage')).toBeUndefined()
  } finally {
    await clean.close()
  }
})

test.each(['/footballPage/999999', '/footballPage/x', '/home'])('%s is no match page', async (path) => {
  expect(await matchPages(harness.deps.db).readHead(path, 'pt-BR')).toBeUndefined()
})
