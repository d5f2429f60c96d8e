import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import type { MigrationFolder } from '../../apps/server/src/platform/db/index.ts'
import type { Dump } from '../../apps/server/src/platform/db/dump.ts'
import type { Left } from './play-day.ts'

/** A migration file as a release had it; from then on it never changes. */
export type Frozen = { module: string; name: string; checksum: string }

/** A version as it was released: its schema, and a world that was played in it, to be gone on with by later versions. */
export type Release = {
  version: string
  madeAt: string
  migrations: Frozen[]
  left: Left[]
  /** Of a world in a box: they open nothing elsewhere. */
  secrets: object
  dump: Dump
  /** What the sandbox's bank knows: a SQLite file. */
  sandbox: Buffer
}

const FOLDER = resolve(import.meta.dirname, '../../releases')

/** The migration files of this tree, in the order they run. */
export const migrationsHere = (): Frozen[] =>
  migrationFolders.flatMap(({ module, folder }) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => ({ module, name, checksum: checksumOf(join(folder, name)) })),
  )

/** What a migration file of this tree says. */
export function textOf({ module, name }: Pick<Frozen, 'module' | 'name'>): string {
  const folder = migrationFolders.find((one) => one.module === module)?.folder ?? ''
  return readFileSync(join(folder, name), 'utf8')
}

const checksumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes a release; one of the same version is replaced. Answers where, and how many kB it takes. */
export function writeRelease({ dump, sandbox, ...release }: Release): { folder: string; kb: number } {
  const folder = join(FOLDER, release.version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { rows, ...shape } = dump
  const files = {
    'release.json': Buffer.from(`${JSON.stringify({ ...release, ...shape }, null, 2)}\n`),
    'rows.jsonl.gz': rows,
    'sandbox.sqlite.gz': gzipSync(sandbox, { level: 9 }),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.length, 0)
  return { folder, kb: Math.ceil(bytes / 1024) }
}

/** The versions that were released, the oldest first. */
export const releasedVersions = (): string[] =>
  readdirSync(FOLDER).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

/** Reads a release as it was written. */
export function readRelease(version: string): Release {
  const folder = join(FOLDER, version)
  const { partitions, sequences, ...release } = JSON.parse(
    readFileSync(join(folder, 'release.json'), 'utf8'),
  ) as Omit<Release, 'dump' | 'sandbox'> & Omit<Dump, 'rows'>
  const rows = readFileSync(join(folder, 'rows.jsonl.gz'))
  const sandbox = gunzipSync(readFileSync(join(folder, 'sandbox.sqlite.gz')))
  return { ...release, dump: { partitions, sequences, rows }, sandbox }
}

/** The files of a release that this tree no longer has as they were: a database in use would be refused. */
export function changedSince({ migrations }: Release): string[] {
  const here = new Map(migrationsHere().map(({ module, name, checksum }) => [`${module}/${name}`, checksum]))
  return migrations
    .filter(({ module, name, checksum }) => here.get(`${module}/${name}`) !== checksum)
    .map(({ module, name }) => `${module}/${name}`)
}

/** Does something with the migrations that a release had, in folders of their own. */
export async function withMigrationsOf<T>(
  { migrations }: Release,
  work: (folders: MigrationFolder[]) => Promise<T>,
): Promise<T> {
  const root = join(tmpdir(), `palpite-release-${process.pid}`)
  try {
    const folders = migrationFolders
      .filter(({ module }) => migrations.some((file) => file.module === module))
      .map(({ module, folder }) => {
        const own = join(root, module)
        mkdirSync(own, { recursive: true })
        for (const { name } of migrations.filter((file) => file.module === module))
          copyFileSync(join(folder, name), join(own, name))
        return { module, folder: own }
      })
    return await work(folders)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
