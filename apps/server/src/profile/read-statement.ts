import type { Calls, RefusalCode } from '@palpite/contract'
import { hideTaxId } from '@palpite/money'
import { readPlayers } from '../identity/index.ts'
import { areDays, readStandingOn, readStatement, type StatementRow } from '../ledger/index.ts'
import { toCsv } from '../platform/csv.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type PdfLine, textPdf } from '../platform/pdf.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import { entryTypeOf } from './account-entries.ts'
import { pdfLang, statementText } from './statement-texts.ts'

type Statement = Calls['GET /api/app/user/statement']['data']
type YearStatement = Calls['GET /api/app/user/yearStatement']['data']
type EntryType = YearStatement['natures'][number]['type']
type Query = Calls['GET /api/app/user/statement']['query']

/** A leap year. */
const MAX_DAYS = 366
/** A hundred and fifty entries a day for a year, and a file of a few megabytes. */
const MAX_ENTRIES = 50_000

/** A year's statement is as much work as a thousand other calls. */
const MAX_CALLS = 20
const CALLS_SECONDS = 60

/** Both statements as a player asks for them: so many in a minute. */
export function statementCalls({ db, limits }: Pick<Deps, 'db' | 'limits'>) {
  const calls = limits.limiter('statements', MAX_CALLS, CALLS_SECONDS)
  const limited =
    <Asked extends { playerId: number }, T, Code extends RefusalCode>(
      of: (sql: Sql, asked: Asked) => Promise<Result<T, Code>>,
    ) =>
    async (asked: Asked): Promise<Result<T, Code | 'too_many_requests'>> =>
      (await calls.take(String(asked.playerId))) ? of(db, asked) : refuse('too_many_requests')
  return { statementOf: limited(statementOf), yearStatementOf: limited(yearStatementOf) }
}

type StatementAsked = Query & { playerId: number; lang: Lang }

/** The statement of a player's cash and bonus as a file: each entry with the balance before and after. */
async function statementOf(
  sql: Sql,
  { playerId, from, until, type, format, lang }: StatementAsked,
): Promise<Result<Statement, 'bad_request' | 'statement_too_long'>> {
  const all = await entriesOf(sql, { playerId, from, until })
  if (!all.ok) return all
  const rows = all.value.filter(({ key }) => type === undefined || entryTypeOf(key) === type)
  const opening = await openingOf(sql, playerId, from)
  const spoken = format === 'pdf' ? pdfLang(lang) : lang
  const text = (key: string) => statementText(spoken, key)
  const table = rows.map((row) => [
    momentOf(row.at),
    text(`type.${entryTypeOf(row.key)}`),
    text(row.account),
    reais(row.balanceCents - row.amountCents),
    reais(row.amountCents),
    reais(row.balanceCents),
  ])
  const head = ['at', 'type', 'account', 'before', 'amount', 'after'].map(text)
  const closing = closingOf(opening, all.value)
  const sums = [
    [text('opening'), text('cash'), reais(opening.cash), text('bonus'), reais(opening.bonus)],
    [text('closing'), text('cash'), reais(closing.cash), text('bonus'), reais(closing.bonus)],
  ]
  const fileName = `${from}_${until}.${format}`
  if (format === 'csv') {
    return ok(fileOf(fileName, 'text/csv', Buffer.from(`\ufeff${toCsv([head, ...table])}`), rows.length))
  }
  const lines: PdfLine[] = [
    { text: text('title'), isHeading: true },
    { text: '' },
    ...(await holderOf(sql, playerId)).map((holder) => ({ text: `${text('player')}: ${holder}` })),
    { text: `${text('period')}: ${from} – ${until}` },
    ...sums.map((row) => ({ text: row.join('  ') })),
    { text: '' },
    ...[head, ...table].map((row) => ({ text: columns(row) })),
  ]
  return ok(fileOf(fileName, 'application/pdf', textPdf(lines, text('page')), rows.length))
}

/** What came in and went out in a year by its nature, of cash and bonus together. */
async function yearStatementOf(
  sql: Sql,
  { playerId, year }: { playerId: number; year: string },
): Promise<Result<YearStatement, 'bad_request' | 'statement_too_long'>> {
  const days = { from: `${year}-01-01`, until: `${year}-12-31` }
  const rows = await readStatement(sql, { ...days, playerId, max: MAX_ENTRIES + 1 })
  if (rows.length > MAX_ENTRIES) return refuse('statement_too_long')
  const opening = await openingOf(sql, playerId, days.from)
  const sums = new Map<EntryType, { inCents: number; outCents: number }>()
  for (const { key, amountCents } of rows) {
    const type = entryTypeOf(key)
    const sum = sums.get(type) ?? { inCents: 0, outCents: 0 }
    if (amountCents > 0) sum.inCents += amountCents
    else sum.outCents -= amountCents
    sums.set(type, sum)
  }
  const closing = closingOf(opening, rows)
  return ok({
    openingCents: opening.cash + opening.bonus,
    closingCents: closing.cash + closing.bonus,
    natures: [...sums].map(([type, sum]) => ({ type, ...sum })),
  })
}

async function entriesOf(
  sql: Sql,
  { playerId, from, until }: { playerId: number; from: string; until: string },
): Promise<Result<StatementRow[], 'bad_request' | 'statement_too_long'>> {
  if (!(await areDays(sql, { from, until }, MAX_DAYS))) {
    return refuse('bad_request', { values: { field: 'from' }, detail: { field: 'from' } })
  }
  const rows = await readStatement(sql, { playerId, from, until, max: MAX_ENTRIES + 1 })
  return rows.length > MAX_ENTRIES ? refuse('statement_too_long') : ok(rows)
}

/** Whose statement it is, where the player has said so: the name, and the CPF as public registers show it. */
async function holderOf(sql: Sql, playerId: number): Promise<string[]> {
  const { name = null, cpf = null } = (await readPlayers(sql, [playerId])).get(playerId) ?? {}
  return name === null || cpf === null ? [] : [`${name}, CPF ${hideTaxId(cpf)}`]
}

type Balances = { cash: number; bonus: number }

async function openingOf(sql: Sql, playerId: number, day: string): Promise<Balances> {
  const standing = { cash: 0, bonus: 0 }
  for (const { account, balanceCents } of await readStandingOn(sql, { playerId, day })) {
    standing[account] = balanceCents
  }
  return standing
}

function closingOf(opening: Balances, rows: readonly StatementRow[]): Balances {
  const closing = { ...opening }
  for (const { account, balanceCents } of rows) closing[account] = balanceCents
  return closing
}

const fileOf = (fileName: string, mediaType: Statement['mediaType'], bytes: Buffer, entries: number) => ({
  fileName,
  mediaType,
  content: bytes.toString('base64'),
  entries,
})

const reais = (cents: number): string => (cents / 100).toFixed(2)

/** As clocks in São Paulo show it, in a form that sorts. */
const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const momentOf = (at: Date): string => moment.format(at)

const WIDTHS = [20, 26, 10, 15, 15, 15]
const columns = (row: readonly string[]): string =>
  row
    .map((cell, at) => (at < 3 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join(' ')
    .trimEnd()
