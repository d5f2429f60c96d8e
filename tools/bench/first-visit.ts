import lighthouse from 'lighthouse'
import { openBrowser } from '../test/browser.ts'
import { freePort } from '../test/free-port.ts'
import type { World } from '../../tests/e2e/player.ts'

/** Lighthouse's result for one page, on a slowed phone with a slow connection. */
export type FirstVisit = {
  name: string
  what: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcpMs: number
  cls: number
  /** Its failed audits, by name. */
  findings: string[]
}

/** The pages that visitors enter by. `fixtureId` is that of a live match. */
const pagesOf = (fixtureId: string) => [
  { name: 'lighthouse_home', what: 'home', path: '/home' },
  { name: 'lighthouse_sports', what: 'sports', path: '/footballPage?when=week' },
  { name: 'lighthouse_match', what: 'a match', path: `/footballPage/${fixtureId}` },
  { name: 'lighthouse_vip', what: 'VIP', path: '/vip' },
  { name: 'lighthouse_mines', what: 'mines', path: '/mines' },
  { name: 'lighthouse_login', what: 'the registration, beside the login', path: '/registered' },
  { name: 'lighthouse_help', what: 'help', path: '/ajuda' },
]

/** Visits each page for the first time, in a browser of its own. Lighthouse's own preset: a phone, slowed four times. */
export async function visitFirst(world: World, fixtureId: string): Promise<FirstVisit[]> {
  const visits: FirstVisit[] = []
  for (const { name, what, path } of pagesOf(fixtureId))
    visits.push({ name, what, ...(await visit(world.url + path)) })
  return visits
}

async function visit(url: string): Promise<Omit<FirstVisit, 'name' | 'what'>> {
  const port = await freePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  try {
    const ran = await lighthouse(url, {
      port,
      logLevel: 'error',
      locale: 'en-US',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    })
    if (!ran || ran.lhr.runtimeError)
      throw new Error(`${url}: ${ran?.lhr.runtimeError?.message ?? 'no answer'}`)
    const { categories, audits } = ran.lhr
    const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      bestPractices: scoreOf('best-practices'),
      seo: scoreOf('seo'),
      lcpMs: Math.round(numberOf('largest-contentful-paint')),
      cls: Math.round(numberOf('cumulative-layout-shift') * 1000) / 1000,
      findings: Object.values(audits)
        .filter(
          ({ score, scoreDisplayMode }) =>
            score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
        )
        .map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id)),
    }
  } finally {
    await browser.close()
  }
}

const GOALS = 'goal: 95, 100, 100, 100, largest paint ≤ 1.8 s'

/** A line for each page, with its failed audits below. */
export const formatVisits = (visits: readonly FirstVisit[]): string =>
  [
    `Lighthouse: performance, accessibility, best practices, SEO (${GOALS})`,
    ...visits.flatMap((each) => [
      `${each.what}: ${each.performance}, ${each.accessibility}, ${each.bestPractices}, ${each.seo}; largest paint ${(each.lcpMs / 1000).toFixed(1)} s, shift ${each.cls}`,
      ...each.findings.map((finding) => `  ${finding}`),
    ]),
  ].join('\n')

/** As `--json` holds them: an object of figures for each page. */
export const figuresOf = (visits: readonly FirstVisit[]) =>
  Object.fromEntries(
    visits.map(({ name, performance, accessibility, bestPractices, seo, lcpMs, cls }) => [
      name,
      { performance, accessibility, bestPractices, seo, lcpMs, cls },
    ]),
  )
