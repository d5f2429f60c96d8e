import { existsSync, readFileSync } from 'node:fs'
import type { Sport } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offeredSports, settleAllDecided } from '../../sportsbook/index.ts'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { importResults, RESULT_FILES, type ResultFileKind } from './import-results.ts'

const FOLDER = new URL('../../../../../../shared/data/', import.meta.url)

/** Lines of each file tried here; `npm run import -- KIND FILE --markets` imports all. */
const SAMPLE = 8

const FILES: Readonly<Record<ResultFileKind, string>> = {
  'american-football': 'american_football_nfl_2018_21_odds.csv',
  baseball: 'baseball_mlb_2019_retrosheet.csv',
  tennis: 'tennis_atp_2017.csv',
  volleyball: 'volleyball_bundesliga_cc0.csv',
  internationals: 'football_international_cc0.csv',
  league: 'football_bra_serie_a_cc0.csv',
  'world-cups': 'football_worldcup_goal_minutes_cc0.json',
  timelines: 'football_timelines_wyscout_ccby4.json',
  races: 'racing_f1_2024_ccby4.csv',
}

const SPORTS: Readonly<Record<ResultFileKind, Sport>> = {
  'american-football': 'american_football',
  baseball: 'baseball',
  tennis: 'tennis',
  volleyball: 'volleyball',
  internationals: 'football',
  league: 'football',
  'world-cups': 'football',
  timelines: 'football',
  races: 'racing',
}
const kinds = (Object.keys(FILES) as ResultFileKind[]).filter((kind) => offeredSports.includes(SPORTS[kind]))

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const GAME = '2022-02-27,Peru,Chile,1,1,Friendly,Quito,Ecuador,FALSE'
const internationals = (...lines: string[]) => [RESULT_FILES.internationals.columns, ...lines].join('\n')

describe('results from a file', () => {
  test('are imported whole or not at all, with the wrong lines named', async () => {
    const text = internationals(GAME, GAME.replace('1,1', '1,x'), GAME)
    const answer = await importResults(harness.deps, 'internationals', text, { withMarkets: false })
    expect(answer.ok ? [] : answer.problems.map(({ line }) => line)).toEqual([3, 4])
    const [row] = await harness.deps.db<{ count: number }[]>`select count(*) from sportsbook_fixture`
    expect(row?.count).toBe(0)
  })

  test('are settled again when corrected', async () => {
    const importLine = (line: string) =>
      importResults(harness.deps, 'internationals', internationals(line), { withMarkets: true })
    const homeOf = async () => {
      await harness.sportsbook.settle()
      const [row] = await harness.deps.db<{ won: number }[]>`
        select outcome.won from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
         where market.type = 'football.1x2' and outcome.outcome_code = 'home'`
      return row?.won
    }
    await importLine(GAME)
    expect(await homeOf()).toBe(0)
    await importLine(GAME.replace('1,1', '2,1'))
    expect(await homeOf()).toBe(1)
  })
})

function sampleOf(kind: ResultFileKind, text: string): string {
  if (FILES[kind].endsWith('.json')) return JSON.stringify((JSON.parse(text) as unknown[]).slice(0, SAMPLE))
  // A race has one line per runner, and is tried whole.
  return text.split('\n', kind === 'races' ? 41 : SAMPLE + 1).join('\n')
}

describe.runIf(existsSync(FOLDER))('real results', () => {
  test.each(kinds)('of %s settle every market that their columns decide', async (kind) => {
    const before = await settleAllDecided(harness.deps, 'importer')
    const sample = sampleOf(kind, readFileSync(new URL(FILES[kind], FOLDER), 'utf8'))
    const answer = await importResults(harness.deps, kind, sample, { withMarkets: true })
    const markets = answer.ok ? answer.imported.markets : answer.problems.length
    expect(markets).toBeGreaterThan(0)
    expect(await settleAllDecided(harness.deps, 'importer')).toEqual({
      settled: before.settled + markets,
      open: 0,
    })
  })
})
