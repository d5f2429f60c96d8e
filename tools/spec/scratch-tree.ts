import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Copies a checkout as it stands, without what git ignores, and answers the folder of the copy. */
export function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'palpite-mutated-'))
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const folder of ['.', ...workspacesOf(root)]) linkPackages(join(root, folder), join(copy, folder))
  return copy
}

const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))

const workspacesOf = (root: string): string[] =>
  ['apps', 'packages'].flatMap((top) => readdirSync(join(root, top)).map((name) => join(top, name)))

/** The installed packages are shared; the links to packages of our own are the same in the copy, and lead into it. */
function linkPackages(from: string, to: string): void {
  const [installed, own] = [join(from, 'node_modules'), join(to, 'node_modules')]
  if (!existsSync(installed)) return
  mkdirSync(own)
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.vite')) continue // what vite keeps between runs belongs to the tree it was made in
    if (name === '@palpite') copyLinks(join(installed, name), join(own, name))
    else symlinkSync(join(installed, name), join(own, name))
  }
}

function copyLinks(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) symlinkSync(readlinkSync(join(from, name)), join(to, name))
}
