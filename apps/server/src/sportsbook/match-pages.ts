import type { Sql } from '../platform/db/index.ts'
import type { KnownPages } from '../platform/http/known-pages.ts'
import { readFixtures, readIndex, remember } from './catalogue/index.ts'

/** How long a list of the week's matches is good for those who crawl. */
const LIST_AGE_MS = 300_000

const pathOf = (fixtureId: number | string) => `/footballPage/${fixtureId}`
const matchPath = /^\/footballPage\/(?<id>\d{1,15})$/

/** The pages of matches as search engines are told of them: which there are this week, and what each is about. */
export function matchPages(db: Sql): KnownPages {
  const readWeek = remember<'week', Awaited<ReturnType<typeof readIndex>>>(LIST_AGE_MS, () => readIndex(db))
  return {
    readPaths: async () => (await readWeek('week')).map(({ id }) => pathOf(id)),
    readHead: async (path) => {
      const id = matchPath.exec(path)?.groups?.['id']
      const [fixture] = id === undefined ? [] : await readFixtures(db, [Number(id)], 'main')
      return fixture && headOf(fixture)
    },
  }
}

type Fixture = Awaited<ReturnType<typeof readFixtures>>[number]

/** As the vocabulary of schema.org has it. A race has runners and no sides. */
function headOf({ fixtureId, title, home, away, sport, competition, startsAt, matchStatus }: Fixture) {
  const name = title ?? `${home} × ${away}`
  const team = (of: string) => ({ '@type': 'SportsTeam', name: of })
  return {
    title: `${name} · ${competition} · Palpite`,
    about: {
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name,
      sport,
      startDate: startsAt,
      eventStatus: `https://schema.org/${CALLED_OFF[matchStatus] ?? 'EventScheduled'}`,
      superEvent: { '@type': 'SportsEvent', name: competition },
      ...(title === null ? { homeTeam: team(home), awayTeam: team(away) } : {}),
      url: pathOf(fixtureId),
    },
  }
}

const CALLED_OFF: Readonly<Record<number, string>> = { [-10]: 'EventCancelled', [-14]: 'EventPostponed' }
