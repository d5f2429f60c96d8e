import { existsSync, writeFileSync } from 'node:fs'
import {
  americanFootballQuality,
  baseballQuality,
  settleAmericanFootball,
  settleBaseball,
} from './american-sports.ts'
import { footballQuality, settleFootball } from './football.ts'
import { inPlayQuality } from './in-play.ts'
import { calibrationPlot } from './plot.ts'
import type { Quality } from './quality.ts'
import { racingQuality, settleRaces } from './racing.ts'
import { settleTennis, settleVolleyball, tennisQuality, volleyballQuality } from './set-sports.ts'
import type { Settled } from './settle-all.ts'

/** The data is beside the project. */
export const DATA = new URL('../../../shared/data', import.meta.url).pathname

/** Settles every file on all markets its columns decide. */
export const settlements = (folder: string): Readonly<Record<string, Settled>> => {
  const { serieA, worldCup } = settleFootball(folder)
  return {
    'Série A 2024–2026': serieA,
    'World Cups 2018–2026': worldCup,
    'ATP 2017': settleTennis(folder),
    'Volleyball Bundesliga': settleVolleyball(folder),
    'NFL 2018–2021': settleAmericanFootball(folder),
    'MLB 2019': settleBaseball(folder),
    'F1 2024': settleRaces(folder),
  }
}

/** Evaluates every model on results it was not fitted on. */
export const qualities = (folder: string): Quality[] => [
  ...footballQuality(folder),
  ...inPlayQuality(folder),
  ...tennisQuality(folder),
  ...volleyballQuality(folder),
  ...americanFootballQuality(folder),
  ...baseballQuality(folder),
  ...racingQuality(folder),
]

const settlementTable = (settled: Readonly<Record<string, Settled>>): string[] => [
  '| file | markets | selections settled | open | not shared out |',
  '|---|---:|---:|---:|---:|',
  ...Object.entries(settled).map(
    ([name, one]) => `| ${name} | ${one.markets} | ${one.selections} | ${one.open} | ${one.unbalanced} |`,
  ),
]

const qualityTable = (all: readonly Quality[]): string[] => [
  '| forecast | cases | log loss | base rate | gain | calibration error |',
  '|---|---:|---:|---:|---:|---:|',
  ...all.map(({ what, forecasts, logLoss, baseLogLoss, calibrationError }) => {
    const gain = (100 * (baseLogLoss - logLoss)) / baseLogLoss
    const figures = [
      logLoss.toFixed(4),
      baseLogLoss.toFixed(4),
      `${gain.toFixed(1)} %`,
      calibrationError.toFixed(3),
    ]
    return `| ${what} | ${forecasts} | ${figures.join(' | ')} |`
  }),
]

const page = (settled: Readonly<Record<string, Settled>>, all: readonly Quality[]): string =>
  [
    '# Model quality on real results',
    '',
    'Written by `npm run replay -- --write`; run it again after a model has changed.',
    '',
    '## Settlement',
    '',
    'Every row of each file is settled on all markets its columns decide, with lines around what was counted. *Open* are',
    'selections that stayed undecided, *not shared out* are markets whose selections did not share out one stake.',
    '',
    ...settlementTable(settled),
    '',
    '## Forecasts',
    '',
    'Each forecast uses only results from before its match. *Base rate* always says how often each outcome happened',
    'before; *gain* is how much lower the log loss is. *Calibration error* is the mean distance between chances said and',
    'frequencies seen, over tenths.',
    '',
    ...qualityTable(all),
    '',
    ...worseThanBase(all),
    '![Calibration](calibration.svg)',
    '',
    'Sources: openfootball (CC0); ATP World Tour tennis data (CC BY 4.0, datasets/atp-world-tour-tennis-data); volleystat',
    '(CC0); event data: Pappalardo, Massucco (2019), Soccer match event dataset, figshare, CC BY 4.0 (collected by Wyscout);',
    'sportsbookreview-scraper archive (MIT); F1DB (CC BY 4.0). The information used here was obtained free of',
    'charge from and is copyrighted by Retrosheet. Interested parties may contact Retrosheet at www.retrosheet.org.',
    '',
  ].join('\n')

/** Where a model is worse than the base rate: stated, so that nobody accepts large bets on it. */
const worseThanBase = (all: readonly Quality[]): string[] => {
  const worse = all.filter(({ logLoss, baseLogLoss }) => logLoss > baseLogLoss).map(({ what }) => what)
  return worse.length === 0 ? [] : [`Worse than the base rate: ${worse.join('; ')}.`, '']
}

const main = (isWriting: boolean): void => {
  if (!existsSync(DATA)) {
    console.error(`no data at ${DATA}: nothing to replay`)
    process.exitCode = 2
    return
  }
  const settled = settlements(DATA)
  const all = qualities(DATA)
  for (const line of [...settlementTable(settled), '', ...qualityTable(all)]) console.log(line)
  if (!isWriting) return
  writeFileSync(new URL('../../docs/maths/model-quality.md', import.meta.url), page(settled, all))
  writeFileSync(new URL('../../docs/maths/calibration.svg', import.meta.url), calibrationPlot(all))
}

if (import.meta.main) main(process.argv.includes('--write'))
