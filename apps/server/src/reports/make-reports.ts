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
import { type Element, schemaSays, toXml } from './write-xml.ts'

/** What is made: of which operator, in parts of which size. */
export type Reports = {
  deps: Pick<Deps, 'db' | 'config' | 'log'>
  licence: Licence | null
  maxRecords?: number
}

/** As many as a file to SIGAP holds, as its keeper told the press in 2025. */
const MAX_RECORDS = 7000
/** Pages with few records, of players without money or of quiet hours, that one part is put together from. */
const MAX_PAGES = 60
/** A server that was away for longer goes on at its next beat. */
const MAX_DAYS = 31
const MAX_DELETED = 100

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Begins what is due and makes so many parts at most, of any day. Answers how many it made. */
export async function makeDue(reports: Reports, maxParts: number): Promise<number> {
  await beginDays(reports.deps.db)
  let parts = 0
  while (parts < maxParts && (await makePart(reports))) parts += 1
  return parts
}

/** Begins the files of each day that the ledger has closed since. The first day of all is the last one that is closed. */
export async function beginDays(db: Db): Promise<void> {
  const days = await readClosedDays(db, { after: await selectLastDay(db), max: MAX_DAYS })
  if (days.length > 0) await db.begin(async (tx) => void (await insertDays(tx, days)))
}

/**
 * Makes the next part of the next file. Where that throws, the file waits for a while, so that what is wrong with one day holds up no
 * other; the day stays undone, which is alarmed of. False where nothing is to be made.
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
 * Makes the next part of the next file: reads its records, checks it against the schema, and writes it with the place where the
 * next part begins, in one transaction. Whoever is killed leaves the file as it was; another server takes another file.
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
    // A file without records has one part that says so.
    const isWritten = page.records.length > 0 || (page.next === null && file.parts === 0)
    if (isWritten) {
      const number = file.parts + 1
      const xml = toXml(rootOf(file, number, licence, page.records))
      const wrong = await schemaSays(xml)
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

/** Records of a part: of several pages where they have few. */
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

/** The operator's own day, once it agrees with the books. */
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
 * Makes a day again, as the version after this one, in the transaction of its caller. Asked twice, or while one is being made,
 * it answers the last version there is; nothing where there is no such day.
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

/** A part as XML, with its digest; nothing where there is none. */
export async function readReportPart(
  sql: Sql,
  asked: Pick<Part, 'day' | 'version' | 'kind' | 'number'>,
): Promise<{ xml: Buffer; sha256: string; records: number } | undefined> {
  const [part] = await selectPart(sql, asked)
  return part && { xml: await unpack(part.content), sha256: part.sha256, records: part.records }
}

/** Deletes parts of days whose five years are over. */
export const deleteOldReports = (db: Db): Promise<number> => db.begin((tx) => deleteOldParts(tx, MAX_DELETED))
