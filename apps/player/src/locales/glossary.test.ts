import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { readTexts } from '../../build/texts.ts'
import { type Entry, type Glossary, readGlossary, shunned } from './testing/glossary.ts'

const glossaryOf = (language: string): Glossary =>
  readGlossary(
    readFileSync(join(import.meta.dirname, '../../../../docs/languages', `${language}.md`), 'utf8'),
  )

/** Terms that every glossary must list, each with the key of a text that consists of it. */
const said: Readonly<Record<string, string>> = {
  '1x2': 'sportsbook.market.result',
  'over / under': 'sportsbook.market.totalGoals',
  handicap: 'sportsbook.market.handicap',
  'double chance': 'sportsbook.market.doubleChance',
  'draw no bet': 'sportsbook.market.drawNoBet',
  'both teams to score': 'sportsbook.market.bothScore',
  'correct score': 'sportsbook.market.correctScore',
  'half time / full time': 'sportsbook.market.halfTimeFullTime',
  outright: 'sportsbook.market.outright',
  market: 'sportsbook.market.label',
  odds: 'sportsbook.leg.price',
  'bet slip': 'sportsbook.slip.title',
  single: 'sportsbook.bet.single',
  parlay: 'sportsbook.slip.parlay',
  system: 'sportsbook.slip.system',
  stake: 'sportsbook.stake.label',
  return: 'sportsbook.stake.return',
  'cash out': 'sportsbook.cashOut.title',
  live: 'sportsbook.when.live',
  suspended: 'sportsbook.leg.suspended',
  'non-runner': 'sportsbook.race.withdrawn',
  'half won': 'sportsbook.result.halfWon',
  settled: 'sportsbook.result.unknown',
  deposit: 'app.wallet.deposit',
  withdrawal: 'wallet.withdraw.title',
  'check-in': 'rewards.checkIn.title',
  'responsible play': 'app.menu.limits',
}

const plain = (words: string): string => words.toLowerCase().replaceAll(/\s*\/\s*/g, '/')

/** Whether a text contains one of a row's terms. */
const says = (text: string, { terms }: Entry): boolean =>
  terms.some((term) => plain(text).includes(plain(term)))

test.each(textLanguages)('the glossary of %s has every thing of the trade once', (language) => {
  const { entries } = glossaryOf(language)
  const lacking = Object.keys(said).filter((name) => !entries.some(({ names }) => names.includes(name)))
  const rows = entries.map(({ names }) => names.join())
  expect(lacking).toEqual([])
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
})

test.each(textLanguages)('the texts of %s call things what their glossary calls them', (language) => {
  const { entries } = glossaryOf(language)
  const texts = readTexts(import.meta.dirname, language)
  const otherwise = Object.entries(said).flatMap(([name, key]) => {
    const entry = entries.find(({ names }) => names.includes(name))
    const text = texts[key] ?? ''
    return entry && !says(text, entry) ? [`${name}: ${text}, not ${entry.terms.join(' or ')}`] : []
  })
  expect(otherwise).toEqual([])
})

test.each(textLanguages)('no text of %s has a word that its glossary shuns', (language) => {
  const { never } = glossaryOf(language)
  expect(shunned(readTexts(import.meta.dirname, language), never)).toEqual([])
})

test('no text shows players an index of movement', () => {
  const texts = Object.values(readTexts(import.meta.dirname, 'pt-BR'))
  expect(texts.filter((text) => /índice de movimento/i.test(text))).toEqual([])
})

/**
 * Texts outside the app's own files that players read: the server's answers, mails, messages and statements,
 * and the help pages.
 */
const elsewhere = [
  'packages/contract/src/locales/pt-BR.json',
  'apps/server/src/*/texts/pt-BR.json',
  'apps/server/src/*/*/texts/pt-BR.json',
  'apps/player/src/locales/pt-BR/help/*.md',
]

test('refusals, mails and pages of help call things in Portuguese as the screens do', () => {
  const files = globSync(elsewhere, { cwd: join(import.meta.dirname, '../../../..') })
  expect(files.length).toBeGreaterThan(10)
  const texts = files.map((file): [string, string] => [
    file,
    readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8'),
  ])
  expect(shunned(Object.fromEntries(texts), glossaryOf('pt-BR').never)).toEqual([])
})

test('words that are shunned are read out of notes, and found in texts', () => {
  const { never, entries } = readGlossary(
    '| English | E | note |\n|---|---|---|\n| cash-out, sale | cobrar; *vender* on the button | never *odds*, not *wager* |\n',
  )
  expect(entries).toEqual([{ names: ['cash out, sale', 'cash out', 'sale'], terms: ['cobrar', 'vender'] }])
  expect(never).toEqual(['odds', 'wager'])
  const texts = { a: 'All odds', b: 'Nothing wagered', c: 'Wager {amount}', d: 'See {odds}' }
  expect(shunned(texts, never)).toEqual(['a: odds', 'c: wager'])
})
