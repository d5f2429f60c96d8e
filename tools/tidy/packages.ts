import { isCode, type Tree } from './files.ts'
import { importsOf } from './imports.ts'

/** Undeclared workspace imports, and download addresses in the lock file. */
export function untidyPackages(tree: Tree): string[] {
  const undeclared = [...tree]
    .filter(([file]) => isCode(file))
    .flatMap(([file, text]) => {
      const workspace = /^(apps|packages)\/[^/]+/.exec(file)?.[0]
      if (!workspace) return []
      const declared = declaredIn(tree.get(`${workspace}/package.json`) ?? '{}')
      return [...new Set(importsOf(text).flatMap(workspaceNamed))]
        .filter((name) => !declared.includes(name))
        .map((name) => `${file}: ${name} is not among the dependencies of ${workspace}/package.json`)
    })
  return [...undeclared, ...addressesIn(tree.get('package-lock.json') ?? '')]
}

const workspaceNamed = (name: string) => /^@palpite\/[^/]+/.exec(name)?.[0] ?? []

function declaredIn(manifest: string): string[] {
  const read: unknown = JSON.parse(manifest)
  if (!read || typeof read !== 'object') return []
  return Object.entries(read)
    .filter(([part]) => part === 'name' || /^(dev|peer)?dependencies$/i.test(part))
    .flatMap(([, names]: [string, unknown]) =>
      names && typeof names === 'object' ? Object.keys(names) : [String(names)],
    )
}

function addressesIn(lock: string): string[] {
  const found = /"resolved": "(https?:[^"]*)"/.exec(lock)
  return found
    ? [`package-lock.json: holds the download address ${found[1]}; only versions and checksums belong there`]
    : []
}
