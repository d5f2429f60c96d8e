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

/** Copies the working tree without git-ignored files, and returns the copy's folder. */
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

/** Installed packages are shared; links to our own packages point into the copy. */
function linkPackages(from: string, to: string): void {
  const [installed, own] = [join(from, 'node_modules'), join(to, 'node_modules')]
  if (!existsSync(installed)) return
  mkdirSync(own)
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.vite')) continue // vite's cache belongs to its own tree
    if (name === '@palpite') copyLinks(join(installed, name), join(own, name))
    else symlinkSync(join(installed, name), join(own, name))
  }
}

function copyLinks(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) symlinkSync(readlinkSync(join(from, name)), join(to, name))
}
