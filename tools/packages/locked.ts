import { readFileSync } from 'node:fs'

/** An external package in package-lock.json; `dev` if nothing delivered needs it. */
export type LockedPackage = {
  name: string
  version: string
  /** `sha512-` and the digest in base64. */
  integrity: string
  /** An SPDX expression. */
  license: string
  dev: boolean
}

type Entry = Partial<LockedPackage> & { link?: boolean }

/** Every external package in package-lock.json, once per installation; our own are only linked. */
export function readLocked(file: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
  return Object.entries(packages).flatMap(([path, { link, version, integrity, license, dev }]) => {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || link) return []
    return [
      {
        name: path.slice(at + 'node_modules/'.length),
        version: version ?? '',
        integrity: integrity ?? '',
        license: license ?? '',
        dev: dev === true,
      },
    ]
  })
}
