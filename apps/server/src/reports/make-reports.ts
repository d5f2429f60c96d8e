import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { readClosedDays, readClosing } from '../ledger/index.ts'
import type { Db, Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Licence } from '../protection/index.ts'
import {
  deleteOldParts,
  endDay,
  type FileRow,
  insertDays,
  insertPart,
  insertVersion,
  lockNextFile,
  type Part,
  selectFiles,
  selectLastDay,
  selectLastVersion,
  selectPart,
  updateFailed,
  updateFile,
} from './queries.ts'
import { moveRecord, readPage, reais, type RecordPage } from './read-records.ts'
import { addSums, disagreements, natures, type Sums, sumsOfReal } from './rules.ts'
import { type Element, schemaError, toXml } from './write-xml.ts'

/** The operator that the files are made for, and the size of a part. */
export type Reports = {
  deps: Pick<Deps, 'db' | 'config' | 'log'>
  licence: Licence | null
  maxRecords?: number
}

/** The most records of a SIGAP file, as its operator told the press in 2025. */
const MAX_RECORDS = 7000
/** The most pages read for one part, if pages have few records: players without money, or quiet hours. */
const MAX_PAGES = 60
/** After a longer outage the next run continues. */
const MAX_DAYS = 31
const MAX_DELETED = 100

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Begins due days and makes at most this many parts of any day. Returns how many it made. */
export async function makeDue(reports: Reports, maxParts: number): Promise<number> {
  await beginDays(reports.deps.db)
  let parts = 0
  while (parts < maxParts && (await makePart(reports))) parts += 1
  return parts
}

/**
 * Begins the files of each day that the ledger has closed since the last run. The very first day is the last closed
 * one.
 */
export async function beginDays(db: Db): Promise<void> {
  const days = await readClosedDays(db, { after: await selectLastDay(db), max: MAX_DAYS })
  if (days.length > 0) await db.begin(async (tx) => void (await insertDays(tx, days)))
}

/**
 * Makes the next part of the next file. On an error the file waits for a while, so that one bad day delays no
 * other; the day stays unfinished and raises an alarm. False if nothing is due; true also after an error.
 */
export async function makePart(reports: Reports): Promise<boolean> {
  let tried: FileRow | undefined
  try {
    return await makeNextPart(reports, (file) => {
      tried = file
    })
  } catch (err) {
    if (!tried) throw err
    const { day, version, kind } = tried
    reports.deps.log.error({ err, day, version, kind }, 'a part of a report could not be made')
    await updateFailed(reports.deps.db, tried)
    return true
  }
}

/**
 * Makes the next part of the next file: reads its records, validates them against the schema, and writes the part
 * with the cursor of the next one, in one transaction. A crash leaves the file unchanged; another server works on
 * another file.
 */
const makeNextPart = (
  { deps, licence, maxRecords = MAX_RECORDS }: Reports,
  begin: (file: FileRow) => void,
): Promise<boolean> =>
  deps.db.begin(async (tx) => {
    const [file] = await lockNextFile(tx)
    if (!file) return false
    begin(file)
    if (!licence) {
      await endDay(tx, { ...file, failure: 'licence', reason: 'LICENCE_FILE' })
      return true
    }
    const isLast = file.kind === 'operador'
    const page = isLast
      ? await operatorPage(tx, file, licence)
      : await readPart(tx, deps.config, { file, max: maxRecords })
    if ('differs' in page) {
      await endDay(tx, { ...file, failure: 'ledger', reason: page.differs })
      return true
    }
    const next = { ...file, place: page.next, sums: addSums(file.sums, page.sums) }
    // A file without records has one empty part.
    const isWritten = page.records.length > 0 || (page.next === null && file.parts === 0)
    if (isWritten) {
      const number = file.parts + 1
      const xml = toXml(rootOf(file, number, licence, page.records))
      const wrong = await schemaError(xml)
      if (wrong !== null) {
        await endDay(tx, {
          ...file,
          failure: 'schema',
          reason: `${file.kind} ${number}: ${wrong}`.slice(0, 500),
        })
        return true
      }
      await insertPart(tx, {
        ...file,
        number,
        records: page.records.length,
        content: await pack(xml),
        sha256: createHash('sha256').update(xml).digest('hex'),
      })
      next.parts = number
      next.records += page.records.length
    }
    await updateFile(tx, next)
    if (isLast) await endDay(tx, { ...file, failure: null, reason: null })
    return true
  })

/** Reads the records of a part, over several pages if they have few. */
async function readPart(
  sql: Sql,
  config: Deps['config'],
  { file, max }: { file: FileRow; max: number },
): Promise<RecordPage> {
  const part: RecordPage = { records: [], sums: {}, next: file.place }
  const { kind, day } = file
  if (kind === 'operador') return part
  for (let pages = 0; pages < MAX_PAGES && part.records.length < max; pages += 1) {
    const page = await readPage[kind]({ config, sql, day, place: part.next, max: max - part.records.length })
    part.records.push(...page.records)
    part.sums = addSums(part.sums, page.sums)
    part.next = page.next
    if (page.next === null) break
  }
  return part
}

/** The operator's own totals, once they agree with the books. */
async function operatorPage(
  tx: Tx,
  { day, version }: FileRow,
  licence: Licence,
): Promise<RecordPage | { differs: string }> {
  const files = await selectFiles(tx, { day, version })
  const sums = Object.fromEntries(files.map((file) => [file.kind, file.sums]))
  const differs = disagreements(sums, await readClosing(tx, day))
  if (differs.length > 0) return { differs: differs.join('; ').slice(0, 500) }
  const wallets: Sums = sums['carteiras'] ?? {}
  const { gamesStakedCents, gamesPaidCents, balanceCents } = sumsOfReal(files)
  const named = Object.keys(natures) as (keyof typeof natures)[]
  const record: Element = {
    name: 'operador',
    attributes: {
      empresa: licence.company,
      autorizacao: licence.authorisation,
      carteiras: files.find(({ kind }) => kind === 'carteiras')?.records ?? 0,
      saldoDosApostadores: reais(balanceCents),
      jogosApostado: reais(gamesStakedCents),
      jogosPago: reais(gamesPaidCents),
    },
    children: named
      .map((nature) => ({
        nature,
        inCents: wallets[`${nature}.in`] ?? 0,
        outCents: wallets[`${nature}.out`] ?? 0,
      }))
      .filter(({ inCents, outCents }) => inCents + outCents > 0)
      .map(moveRecord),
  }
  return { records: [record], sums: {}, next: null }
}

const rootOf = (
  { kind, day, version }: FileRow,
  number: number,
  { cnpj }: Licence,
  children: readonly Element[],
): Element => ({
  name: 'arquivo',
  attributes: {
    xmlns: 'urn:palpite:dia:1',
    tipo: kind,
    cnpj: cnpj.replaceAll(/[^0-9A-Z]/g, ''),
    dia: day,
    versao: version,
    retifica: version > 1 ? version - 1 : null,
    parte: number,
  },
  children,
})

/**
 * Makes a day again as its next version, in the caller's transaction. For a repeated request, or one while a
 * version is being made, returns the latest version; undefined if the day has no such version.
 */
export async function makeReportAgain(
  tx: Tx,
  { day, version, operatorId }: { day: string; version: number; operatorId: number },
): Promise<{ version: number; isNew: boolean } | undefined> {
  const [begun] = await insertVersion(tx, { day, version, askedBy: operatorId })
  if (begun) return { version: begun.version, isNew: true }
  const last = await selectLastVersion(tx, day)
  return last === null || version > last ? undefined : { version: last, isNew: false }
}

/** A part as XML with its digest; undefined if it does not exist. */
export async function readReportPart(
  sql: Sql,
  asked: Pick<Part, 'day' | 'version' | 'kind' | 'number'>,
): Promise<{ xml: Buffer; sha256: string; records: number } | undefined> {
  const [part] = await selectPart(sql, asked)
  return part && { xml: await unpack(part.content), sha256: part.sha256, records: part.records }
}

/** Deletes parts of days older than five years. */
export const deleteOldReports = (db: Db): Promise<number> => db.begin((tx) => deleteOldParts(tx, MAX_DELETED))
