import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The tree as the rules see it: paths from the root, and contents. */
export type Tree = ReadonlyMap<string, string>

const TOPS = ['apps', 'packages', 'tools', 'tests', 'docs']
const SKIPPED = new Set(['node_modules', 'dist', 'generated'])
const READ = /\.(tsx?|js|css|sql|md|json)$/

/** Reads every source, style, migration, text and page of the repository. */
export function readTree(root: string): Tree {
  const files = [...TOPS.flatMap((top) => walk(root, top)), ...topFiles(root)]
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

const topFiles = (root: string) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => entry.name)

function walk(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [] // tidy.test.ts ensures that the walk finds enough
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(root, path)
    return READ.test(entry.name) ? [path] : []
  })
}

export const isCode = (file: string) => /\.(tsx?|js)$/.test(file)

/** Tests, and test-only files: a folder `testing/`. */
export const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || isTesting(file)
export const isTesting = (file: string) => /\/testing\//.test(file)

/** The text without comments, for rules about code. Strings containing `//` stay whole. */
export const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
