import { readFileSync } from 'node:fs'
import type { Calls } from '@palpite/contract'
import { readGameResults } from '../games/index.ts'
import { readPlayers } from '../identity/index.ts'
import { readDayBalances } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { toCsv } from '../platform/csv.ts'
import type { Sql } from '../platform/db/index.ts'
import { type PdfLine, textPdf } from '../platform/pdf.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Licence } from '../protection/index.ts'
import { type MonthResult, readBetResults as readSportsResults } from '../sportsbook/index.ts'

type Results = Calls['GET /api/app/user/betResults']['data']
type File = Calls['GET /api/app/user/betResultsFile']['data']
type Nature = Results['natures'][number]['nature']
type Months = Readonly<Record<Nature, readonly MonthResult[]>>

/** The law's rate (Lei 14.790/2023, art. 31). */
const TAX_PERCENT = 15

/**
 * The tax-free result of a year: the first band of the yearly table (IN RFB 2.299/2025). The table is set by law each
 * year; a year without an entry here shows the tax base and no tax.
 */
const exemptCents: Readonly<Record<string, number>> = { '2025': 2_846_720 }

/**
 * A year's result by nature and month, and its tax if this house were the only one: on the positive results of each
 * nature, without offsetting losses of another (IN RFB 2.299/2025).
 */
export function betResultsOf(year: string, months: Months): Pick<Results, 'natures' | 'tax'> {
  const natures = (['sports', 'games'] as const).map((nature) => {
    const rows = months[nature].map((row) => ({ ...row, resultCents: row.prizesCents - row.stakedCents }))
    const sum = (key: 'stakedCents' | 'prizesCents' | 'resultCents') =>
      rows.reduce((cents, row) => cents + row[key], 0)
    return {
      nature,
      stakedCents: sum('stakedCents'),
      prizesCents: sum('prizesCents'),
      resultCents: sum('resultCents'),
      months: rows,
    }
  })
  const basisCents = natures.reduce((cents, { resultCents }) => cents + Math.max(0, resultCents), 0)
  const exempt = exemptCents[year] ?? null
  const taxedCents = exempt === null ? null : Math.max(0, basisCents - exempt)
  return {
    natures,
    tax: {
      basisCents,
      exemptCents: exempt,
      taxCents: taxedCents === null ? null : Math.floor((taxedCents * TAX_PERCENT) / 100),
    },
  }
}

type Asked = { playerId: number; year: string }

/** A player's year of bets: stakes and winnings by nature and month, and the balances at its start and end. */
export async function readBetResults(sql: Sql, { playerId, year }: Asked): Promise<Results> {
  const days = { playerId, from: `${year}-01-01`, until: `${year}-12-31` }
  const [sports, games, openingCents, closingCents] = await Promise.all([
    readSportsResults(sql, days),
    readGameResults(sql, days),
    balanceOn(sql, playerId, `${Number(year) - 1}-12-31`),
    balanceOn(sql, playerId, days.until),
  ])
  return { year, openingCents, closingCents, ...betResultsOf(year, { sports, games }) }
}

/** All of the player's money at the end of a day, including money held for withdrawals, less debts. */
async function balanceOn(sql: Sql, playerId: number, day: string): Promise<number> {
  const accounts = await readDayBalances(sql, { day, after: playerId - 1, max: 1 })
  return accounts
    .filter((account) => account.playerId === playerId)
    .reduce((cents, { balanceCents }) => cents + balanceCents, 0)
}

/**
 * The year's result as a file with the data of the ComprovaBet: the operator, the player with the whole CPF, the result of each
 * nature, both balances. In Portuguese, whatever the app speaks: it is for the Receita Federal.
 */
export async function betResultsFile(
  sql: Sql,
  licence: Licence | null,
  { playerId, year, format }: Asked & { format: 'csv' | 'pdf' },
): Promise<Result<File, 'kyc_needed'>> {
  const player = (await readPlayers(sql, [playerId])).get(playerId)
  if (!player?.isIdentified) return refuse('kyc_needed')
  const { natures, tax, openingCents, closingCents } = await readBetResults(sql, { playerId, year })
  const facts = [
    [text('operator'), licence?.company ?? '–'],
    ['CNPJ', licence?.cnpj ?? '–'],
    [text('player'), player.name ?? ''],
    ['CPF', player.cpf ?? ''],
    [text('year'), year],
    [text('openingOn'), reais(openingCents)],
    [text('closingOn'), reais(closingCents)],
  ]
  const head = ['nature', 'month', 'staked', 'prizes', 'result'].map(text)
  const rows = natures.flatMap(({ nature, months, ...sums }) =>
    [...months, { month: text('whole'), ...sums }].map((row) => [
      text(nature),
      row.month,
      reais(row.stakedCents),
      reais(row.prizesCents),
      reais(row.resultCents),
    ]),
  )
  const taxed = [
    [text('basis'), reais(tax.basisCents)],
    ...(tax.exemptCents === null ? [] : [[text('exempt'), reais(tax.exemptCents)]]),
    ...(tax.taxCents === null ? [] : [[text('tax'), reais(tax.taxCents)]]),
  ]
  const fileName = `apostas_${year}.${format}`
  if (format === 'csv') {
    const bytes = Buffer.from(`\ufeff${toCsv([...facts, head, ...rows, ...taxed])}`)
    return ok({ fileName, mediaType: 'text/csv', content: bytes.toString('base64') })
  }
  const lines: PdfLine[] = [
    { text: text('title'), isHeading: true },
    { text: '' },
    ...facts.map((fact) => ({ text: fact.join(': ') })),
    { text: '' },
    ...[head, ...rows].map((row) => ({ text: columns(row) })),
    { text: '' },
    ...taxed.map((fact) => ({ text: fact.join(': ') })),
    { text: '' },
    { text: text('note') },
  ]
  const content = textPdf(lines, text('page')).toString('base64')
  return ok({ fileName, mediaType: 'application/pdf', content })
}

/** Portuguese only, like the document. */
const words = JSON.parse(readFileSync(new URL('bet-results.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const text = (key: string): string => present(words[key], `a text of the file: ${key}`)

const reais = (cents: number): string => (cents / 100).toFixed(2)

const WIDTHS = [18, 10, 16, 16, 16]
const columns = (row: readonly string[]): string =>
  row
    .map((cell, at) => (at < 2 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join(' ')
    .trimEnd()
