import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLicence } from './policy.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-licence-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const licence = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

const fileOf = (content: string) => {
  const file = join(folder, 'licence.json')
  writeFileSync(file, content)
  return file
}

test('a licence is told as its file says it; without a file there is none', () => {
  expect(readLicence(fileOf(JSON.stringify(licence)))).toEqual(licence)
  expect(readLicence(undefined)).toBeNull()
})

test.each([
  { wrong: 'a CNPJ with a wrong digit', content: { ...licence, cnpj: '11222333000182' }, says: /cnpj/ },
  { wrong: 'no authorisation', content: { ...licence, authorisation: '' }, says: /authorisation/ },
  { wrong: 'a field that nobody knows', content: { ...licence, more: 1 }, says: /more/ },
])('a server does not start with $wrong', ({ content, says }) => {
  expect(() => readLicence(fileOf(JSON.stringify(content)))).toThrow(says)
})
