import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import type { MigrationFolder } from '../../apps/server/src/platform/db/index.ts'
import type { Dump } from '../../apps/server/src/platform/db/dump.ts'
import type { Left } from './play-day.ts'

/** A release's migration file; it never changes. */
export type Frozen = { module: string; name: string; checksum: string }

/** A released version: its schema and a played installation, for later versions to continue. */
export type Release = {
  version: string
  madeAt: string
  migrations: Frozen[]
  left: Left[]
  /** Secrets of a disposable installation: useless elsewhere. */
  secrets: object
  dump: Dump
  /** The sandbox bank's data: a SQLite file. */
  sandbox: Buffer
}

const FOLDER = resolve(import.meta.dirname, '../../releases')

/** This tree's migration files in order. */
export const migrationsHere = (): Frozen[] =>
  migrationFolders.flatMap(({ module, folder }) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => ({ module, name, checksum: checksumOf(join(folder, name)) })),
  )

/** A migration file's content. */
export function textOf({ module, name }: Pick<Frozen, 'module' | 'name'>): string {
  const folder = migrationFolders.find((one) => one.module === module)?.folder ?? ''
  return readFileSync(join(folder, name), 'utf8')
}

const checksumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes a release, replacing one of the same version. Returns its path and size in kB. */
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

/** The released versions, oldest first. */
export const releasedVersions = (): string[] =>
  readdirSync(FOLDER).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

/** Reads a release. */
export function readRelease(version: string): Release {
  const folder = join(FOLDER, version)
  const { partitions, sequences, ...release } = JSON.parse(
    readFileSync(join(folder, 'release.json'), 'utf8'),
  ) as Omit<Release, 'dump' | 'sandbox'> & Omit<Dump, 'rows'>
  const rows = readFileSync(join(folder, 'rows.jsonl.gz'))
  const sandbox = gunzipSync(readFileSync(join(folder, 'sandbox.sqlite.gz')))
  return { ...release, dump: { partitions, sequences, rows }, sandbox }
}

/** A release's files that changed in this tree: a database in use would be refused. */
export function changedSince({ migrations }: Release): string[] {
  const here = new Map(migrationsHere().map(({ module, name, checksum }) => [`${module}/${name}`, checksum]))
  return migrations
    .filter(({ module, name, checksum }) => here.get(`${module}/${name}`) !== checksum)
    .map(({ module, name }) => `${module}/${name}`)
}

/** Runs work with a release's migrations, in temporary folders. */
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
