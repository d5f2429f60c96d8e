import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { type LockedPackage, readLocked } from './locked.ts'

/** Licences of packages that npm cannot read: as stated in their files. */
const licencesFoundElsewhere: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' }

/** The bill of all non-development packages, once each, by name. Deterministic for a lock file. */
export function billOf(locked: readonly LockedPackage[]) {
  const delivered = new Map(locked.filter(({ dev }) => !dev).map((each) => [purlOf(each), each]))
  const components = [...delivered]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([purl, { name, version, integrity, license }]) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
      ],
      licenses: [{ expression: license || (licencesFoundElsewhere[name] ?? '') }],
    }))
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'palpite', version: digest.slice(0, 12) } },
    components,
  }
}

/** In purl form: a scope's `@` is escaped, the slash after it is not. */
const purlOf = ({ name, version }: LockedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * `npm run sbom`: the delivered packages as a bill of materials (CycloneDX 1.6, JSON) on standard output. npm's own
 * omits packages that tests also need, such as zod.
 */
if (import.meta.main) {
  const locked = readLocked(resolve(import.meta.dirname, '../../package-lock.json'))
  console.log(JSON.stringify(billOf(locked), undefined, 2))
}
