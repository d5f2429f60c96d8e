import type { Sql } from '../../platform/db/index.ts'
import type { KnownPages, PageHead } from '../../platform/http/known-pages.ts'
import type { Lang } from '../../platform/texts.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import { readFixtures, readList, readIndex } from './read-catalogue.ts'
import { isInPlay } from '../sports/match-status.ts'

/** Cache time of the week's match list for crawlers. */
const LIST_AGE_MS = 300_000

const pathOf = (fixtureId: number | string) => `/footballPage/${fixtureId}`
const matchPath = /^\/footballPage\/(?<id>\d{1,15})$/

/** Cache time of the matches on home: the page contains no price. */
const HOME_AGE_MS = 5000
/** Number of matches on home, as in the app (`LiveNow`). */
const MAX_ON_HOME = 8

/**
 * Addresses at which the build prerenders home: pages that need a session redirect to it, and the registration opens
 * over it.
 */
const homePaths: readonly string[] = ['/', '/home', '/registered', '/dice', '/share', '/gameMess']

/** The match pages for search engines: which exist this week, their subjects, and the matches that home shows first. */
export function matchPages(db: Sql): KnownPages {
  const readHome = cachedRead<'home', Home>(HOME_AGE_MS, async () => {
    const live = await firstOf(db, 'live')
    return live.length > 0
      ? { name: 'homeLive', fixtures: live }
      : { name: 'homeNext', fixtures: await firstOf(db, 'next') }
  })
  const readWeek = cachedRead<'week', Awaited<ReturnType<typeof readIndex>>>(LIST_AGE_MS, () => readIndex(db))
  return {
    readPaths: async () => (await readWeek('week')).map(({ id }) => pathOf(id)),
    readHead: async (path, lang) => {
      const id = matchPath.exec(path)?.groups?.['id']
      const [fixture] = id === undefined ? [] : await readFixtures(db, [Number(id)], 'none')
      return fixture && headOf(fixture, lang)
    },
    readFrame: async (path, lang) => {
      if (!homePaths.includes(path)) return undefined
      const { name, fixtures } = await readHome('home')
      return fixtures.length === 0
        ? undefined
        : { name, words: {}, rows: { matches: fixtures.map((one) => cardOf(one, lang)) } }
    },
  }
}

type Fixture = Awaited<ReturnType<typeof readFixtures>>[number]
type Home = { name: 'homeLive' | 'homeNext'; fixtures: readonly Fixture[] }

const WINNER_CODES: readonly string[] = ['home', 'draw', 'away']

/** Whether the match winner is open to bets, as the app's cards decide. */
const takesBets = ({ markets }: Fixture): boolean =>
  markets
    .find(
      ({ lineQuarters, outcomes }) =>
        lineQuarters === null &&
        outcomes.length >= 2 &&
        outcomes.every(({ code }) => WINNER_CODES.includes(code)),
    )
    ?.outcomes.some(({ status }) => status === 'open') ?? false

/** The first football matches of a list, those open to bets first: in the order of the app. */
const firstOf = async (db: Sql, when: 'live' | 'next'): Promise<Fixture[]> => {
  const groups = await readList(db, { sport: 'football', when, day: undefined })
  return groups
    .flatMap(({ fixtures }) => fixtures)
    .toSorted((one, other) => Number(takesBets(other)) - Number(takesBets(one)))
    .slice(0, MAX_ON_HOME)
}

/** The words of a card on home, its time formatted as in the app. */
const cardOf = ({ fixtureId, competition, home, away, startsAt, isDayOnly }: Fixture, lang: Lang) => ({
  id: fixtureId,
  competition,
  home,
  away,
  kickOff: new Date(startsAt).toLocaleString(lang, isDayOnly ? CARD_DAY : CARD_TIME).replace(',', ''),
})

/** In the schema.org vocabulary. A race has runners and no sides, and no frame for them. */
function headOf(fixture: Fixture, lang: Lang): PageHead {
  const { fixtureId, title, home, away, sport, competition, startsAt, isDayOnly, matchStatus } = fixture
  const name = title ?? `${home} × ${away}`
  const team = (of: string) => ({ '@type': 'SportsTeam', name: of })
  const kickOff = new Date(startsAt).toLocaleString(lang, isDayOnly ? DAY : STARTS).replaceAll(',', '')
  const about = `${name} · ${competition} · ${kickOff}`
  return {
    title: `${name} · ${competition} · Palpite`,
    description: about,
    about: {
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name,
      sport,
      startDate: isDayOnly ? startsAt.slice(0, 10) : startsAt,
      eventStatus: `https://schema.org/${CALLED_OFF[matchStatus] ?? 'EventScheduled'}`,
      superEvent: { '@type': 'SportsEvent', name: competition },
      ...(title === null ? { homeTeam: team(home), awayTeam: team(away) } : {}),
      url: pathOf(fixtureId),
    },
    ...(title === null
      ? {
          frame: {
            name: isInPlay(matchStatus) ? 'live' : 'match',
            words: { competition, home, away, kickOff, about },
          },
        }
      : {}),
  }
}

/** The start of a match, written for readers in an unknown time zone. */
const DAY = {
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  timeZone: 'America/Sao_Paulo',
} as const
const STARTS = { ...DAY, hour: '2-digit', minute: '2-digit' } as const

const CARD_DAY = { day: '2-digit', month: '2-digit', timeZone: 'America/Sao_Paulo' } as const
const CARD_TIME = { ...CARD_DAY, hour: '2-digit', minute: '2-digit' } as const

const CALLED_OFF: Readonly<Record<number, string>> = { [-10]: 'EventCancelled', [-14]: 'EventPostponed' }
