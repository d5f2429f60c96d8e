import type { Calls, RefusalCode } from '@palpite/contract'
import { hideTaxId } from '@palpite/money'
import { readPlayers } from '../identity/index.ts'
import { areDays, readNatureSums, readBalancesOn, readStatement, type StatementRow } from '../ledger/index.ts'
import { turnsOf } from '../platform/costly-work.ts'
import { toCsv } from '../platform/csv.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type PdfLine, textPdf } from '../platform/pdf.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type Lang, loadTexts } from '../platform/texts.ts'
import { type CompliancePolicy, readLicence } from '../protection/index.ts'
import {
  type EntriesAsked as FeedAsked,
  entryPrefixes,
  entryTypeOf,
  natures,
  OTHERWISE,
  readAccountEntries,
} from './account-entries.ts'
import { betResultsFile, readBetResults } from './read-bet-results.ts'

type Statement = Calls['GET /api/app/user/statement']['data']
type YearStatement = Calls['GET /api/app/user/yearStatement']['data']
type EntryType = YearStatement['natures'][number]['type']
type Query = Calls['GET /api/app/user/statement']['query']

/** A leap year. */
const MAX_DAYS = 366
/** A year of a hundred and fifty entries a day: a file of a few megabytes. */
const MAX_ENTRIES = 50_000

/** A year's statement is as much work as a thousand other calls. */
const MAX_CALLS = 20
const CALLS_SECONDS = 60

/** How many statements, years of bets or lists of entries a player may request in a minute: each may be long work. */
export function statementCalls(deps: Pick<Deps, 'reads' | 'config' | 'limits'>, policy: CompliancePolicy) {
  const { reads, limits } = deps
  const calls = limits.limiter('statements', MAX_CALLS, CALLS_SECONDS)
  const inTurn = turnsOf('statement')
  const licence = readLicence(deps.config.LICENCE_FILE)
  const limited =
    <Asked extends { playerId: number }, T, Code extends RefusalCode>(
      of: (sql: Sql, asked: Asked) => Promise<Result<T, Code>>,
    ) =>
    async (asked: Asked): Promise<Result<T, Code | 'too_many_requests'>> =>
      (await calls.consume(String(asked.playerId)))
        ? inTurn(asked.playerId, () => of(reads.of(`player:${asked.playerId}`), asked))
        : refuse('too_many_requests')
  const ofOneType = limited((sql, asked: FeedAsked) =>
    readAccountEntries({ db: sql, config: deps.config }, asked),
  )
  return {
    statementOf: limited(statementOf),
    yearStatementOf: limited((sql, asked: { playerId: number; year: string }) =>
      yearStatementOf(sql, { ...asked, tellsBetResults: policy.terms.tellsBetResults }),
    ),
    /** The result of a year of bets, and the same as a file, if the policy provides it. */
    betResultsOf: reportedWhere(
      policy,
      limited(async (sql, asked: { playerId: number; year: string }) => ok(await readBetResults(sql, asked))),
    ),
    betResultsFileOf: reportedWhere(
      policy,
      limited((sql, asked: BetResultsAsked) => betResultsFile(sql, licence, asked)),
    ),
    /**
     * A page of entries: one of a single type may scan all entries, as a statement does, and so is queued and limited
     * like one.
     */
    readEntries: (asked: FeedAsked) =>
      asked.type === undefined
        ? readAccountEntries({ db: reads.of(`player:${asked.playerId}`), config: deps.config }, asked)
        : ofOneType(asked),
  }
}

type BetResultsAsked = { playerId: number; year: string; format: 'csv' | 'pdf' }

const reportedWhere =
  <Asked, T, Code extends RefusalCode>(
    { terms }: CompliancePolicy,
    read: (asked: Asked) => Promise<Result<T, Code>>,
  ) =>
  async (asked: Asked): Promise<Result<T, Code | 'blocked_by_policy'>> =>
    terms.tellsBetResults ? read(asked) : refuse('blocked_by_policy')

type StatementAsked = Query & { playerId: number; lang: Lang }

/** The statement of a player's cash and bonus as a file: each entry with the balance before and after. */
async function statementOf(
  sql: Sql,
  { playerId, from, until, type, format, lang }: StatementAsked,
): Promise<Result<Statement, 'bad_request' | 'statement_too_long'>> {
  const read = await entriesOf(sql, { playerId, from, until, type })
  if (!read.ok) return read
  const rows = read.value
  const opening = await openingOf(sql, playerId, from)
  const spoken = format === 'pdf' ? pdfLang(lang) : lang
  const text = (key: string) => statementText(spoken, key)
  const table = rows.map((row) => [
    momentOf(row.at),
    text(`type.${entryTypeOf(row.key, row.amountCents)}`),
    text(row.account),
    reais(row.balanceCents - row.amountCents),
    reais(row.amountCents),
    reais(row.balanceCents),
  ])
  const head = ['at', 'type', 'account', 'before', 'amount', 'after'].map(text)
  // A filtered statement has no closing balance.
  const closing =
    type === undefined ? closingOf(opening, rows) : await openingOf(sql, playerId, dayAfter(until))
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

/** Incoming and outgoing sums of a year by nature, cash and bonus together. */
async function yearStatementOf(
  sql: Sql,
  { playerId, year, tellsBetResults }: { playerId: number; year: string; tellsBetResults: boolean },
): Promise<Result<YearStatement>> {
  const days = { from: `${year}-01-01`, until: `${year}-12-31` }
  const { cash, bonus } = await openingOf(sql, playerId, days.from)
  const sums = await readNatureSums(sql, { ...days, playerId }, natures)
  const openingCents = cash + bonus
  return ok({
    openingCents,
    closingCents: sums.reduce((cents, { inCents, outCents }) => cents + inCents - outCents, openingCents),
    natures: sums.map(({ nature, inCents, outCents }) => ({ type: typeNamed(nature), inCents, outCents })),
    tellsBetResults,
  })
}

/** The nature as the database gave it back. */
const typeNamed = (nature: string): EntryType =>
  entryPrefixes.find((one) => one.nature === nature)?.nature ?? OTHERWISE

type EntriesAsked = { playerId: number; from: string; until: string; type: EntryType | undefined }

async function entriesOf(
  sql: Sql,
  { playerId, from, until, type }: EntriesAsked,
): Promise<Result<StatementRow[], 'bad_request' | 'statement_too_long'>> {
  if (!(await areDays(sql, { from, until }, MAX_DAYS))) {
    return refuse('bad_request', { values: { field: 'from' }, detail: { field: 'from' } })
  }
  const asked = { playerId, from, until, max: MAX_ENTRIES + 1 }
  const rows = await readStatement(sql, asked, { ...natures, nature: type })
  return rows.length > MAX_ENTRIES ? refuse('statement_too_long') : ok(rows)
}

const DAY_MS = 86_400_000
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** The holder of the statement, if identified: the name, and the CPF masked as in public registers. */
async function holderOf(sql: Sql, playerId: number): Promise<string[]> {
  const { name = null, cpf = null } = (await readPlayers(sql, [playerId])).get(playerId) ?? {}
  return name === null || cpf === null ? [] : [`${name}, CPF ${hideTaxId(cpf)}`]
}

type Balances = { cash: number; bonus: number }

async function openingOf(sql: Sql, playerId: number, day: string): Promise<Balances> {
  const standing = { cash: 0, bonus: 0 }
  for (const { account, balanceCents } of await readBalancesOn(sql, { playerId, day })) {
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

/** São Paulo time, in a sortable form. */
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

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

/** A text of the statement; a missing one appears as its key, and a test finds it. */
const statementText = (lang: Lang, key: string): string => texts[lang][key] ?? key

/** All keys of a language, for the test of completeness. */
export const statementTextKeys = (lang: Lang): string[] => Object.keys(texts[lang]).sort()

/** The language of a PDF, whose font has only Western European letters: English for other scripts. */
export const pdfLang = (lang: Lang): Lang =>
  Object.values(texts[lang]).every((text) => /^[\u0020-\u00ff]*$/.test(text)) ? lang : 'en'
