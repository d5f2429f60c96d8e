import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readLocked } from './locked.ts'
import { billOf } from './sbom.ts'

const root = resolve(import.meta.dirname, '../..')
const locked = readLocked(resolve(root, 'package-lock.json'))

test('every package is locked to one version and digest', () => {
  expect(locked.length).toBeGreaterThan(500)
  expect(locked.filter(({ version, integrity }) => !version || !integrity.startsWith('sha512-'))).toEqual([])
})

test('no install script runs, and all packages are audited where CI runs', () => {
  expect(readFileSync(resolve(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true')
  expect(readFileSync(resolve(root, '.ci/run'), 'utf8')).toMatch(/^npm run audit$/m)
})

/** Licences without copyleft on our code, and without more than a notice or their own changes. */
const usable = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
  'MPL-2.0',
  'LGPL-3.0-or-later',
]
const isUsable = (expression: string) => {
  const words = expression.match(/[A-Za-z0-9.-]+/g) ?? []
  const licences = words.filter((word) => !['AND', 'OR', 'WITH'].includes(word))
  return licences.length > 0 && licences.every((licence) => usable.includes(licence))
}

test('the bill of materials lists everything delivered, with digest and an allowed licence', () => {
  const { components } = billOf(locked)
  const ofServer = JSON.parse(readFileSync(resolve(root, 'apps/server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const foreign = Object.keys(ofServer.dependencies).filter((name) => !name.startsWith('@palpite/'))
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(foreign))
  expect(components.map(({ name }) => name)).not.toContain('vitest')
  for (const { purl, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }])
  }
  const wrong = components.filter(({ licenses }) => !licenses.every(({ expression }) => isUsable(expression)))
  expect(wrong.map(({ purl, licenses }) => [purl, licenses])).toEqual([])
})
