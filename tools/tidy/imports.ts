import { dirname, join, normalize } from 'node:path'
import { type Tree, withoutComments } from './files.ts'

/** A file's imports as written: `from '…'`, `import '…'` and `import('…')`. */
export const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    (found) => found[1] ?? '',
  )

/** `byName` is true if a package's manifest exports this file by this name. */
export type Target = { file: string; byName: boolean }

/** The imported file, as a path from the root; undefined for an npm package. */
export function targetOf(from: string, name: string, tree: Tree): Target | undefined {
  if (name.startsWith('.'))
    return { file: normalize(join(dirname(from), name.replace(/\?.*$/, ''))), byName: false }
  const found = /^@palpite\/([^/]+)(\/.*)?$/.exec(name)
  if (!found) return undefined
  const [, module = '', inner = ''] = found
  const given = exportsOf(tree.get(`packages/${module}/package.json`) ?? '{}')[`.${inner}`]
  if (given) return { file: normalize(`packages/${module}/${given}`), byName: true }
  return {
    file: inner ? `packages/${module}/src${inner}` : `packages/${module}/src/index.ts`,
    byName: !inner,
  }
}

function exportsOf(manifest: string): Record<string, string> {
  const read: unknown = JSON.parse(manifest)
  if (!read || typeof read !== 'object' || !('exports' in read)) return {}
  const given = read.exports
  if (!given || typeof given !== 'object') return {}
  return Object.fromEntries(Object.entries(given).filter(([, file]) => typeof file === 'string'))
}
