import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const speedIn = (env: Readonly<Record<string, string>>) => {
  const read = readConfig({ DATABASE_URL: 'postgres://nowhere/none', ...env })
  return read.ok ? read.config.SIMULATOR_SPEED : read.sentences
}

const SECRET = { PUBLIC_ID_SECRET: 'ids of this test', LOG_SECRET: 'the key of the public log of a test' }

test.each([
  { env: {}, speed: 1 },
  { env: { SIMULATOR_SPEED: '' }, speed: 1 },
  { env: { SIMULATOR_SPEED: '0' }, speed: 0 },
  { env: { NODE_ENV: 'production', ...SECRET }, speed: 0 },
  { env: { NODE_ENV: 'production', ...SECRET, SIMULATOR_SPEED: '' }, speed: 0 },
  { env: { NODE_ENV: 'production', ...SECRET, SIMULATOR_SPEED: '1' }, speed: 1 },
])('simulated matches run at $speed under $env', ({ env, speed }) => {
  expect(speedIn(env)).toBe(speed)
})

test('in production the key of public ids must be configured', () => {
  const read = readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://nowhere/none' })
  expect(read).toMatchObject({
    ok: false,
    sentences: [expect.stringMatching(/^PUBLIC_ID_SECRET: /) as string],
  })
})

test('in production the key of the public log must be configured', () => {
  const { PUBLIC_ID_SECRET } = SECRET
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://nowhere/none', PUBLIC_ID_SECRET }
  expect(readConfig(env)).toMatchObject({
    ok: false,
    sentences: [expect.stringMatching(/^LOG_SECRET: /) as string],
  })
})

test('accepts a country only from a proxy', () => {
  const env = { DATABASE_URL: 'postgres://nowhere/none', COUNTRY_HEADER: 'cf-ipcountry' }
  expect(readConfig({ ...env, TRUST_PROXY: '1' })).toMatchObject({ ok: true })
  expect(readConfig(env)).toMatchObject({ sentences: [expect.stringMatching(/^COUNTRY_HEADER: /) as string] })
})

test('in production the profile br-spa does not start without country header, licence or register', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://nowhere/none', ...SECRET, TRUST_PROXY: '1' }
  const brSpa = { ...env, COMPLIANCE_PROFILE: 'br-spa' }
  expect(readConfig(brSpa)).toMatchObject({
    sentences: [expect.stringMatching(/^COUNTRY_HEADER: /) as string],
  })
  const withCountry = { ...brSpa, COUNTRY_HEADER: 'cf-ipcountry' }
  expect(readConfig(withCountry)).toMatchObject({
    sentences: [expect.stringMatching(/^LICENCE_FILE: /) as string],
  })
  const withLicence = { ...withCountry, LICENCE_FILE: 'licence.json' }
  const withoutRegister = { sentences: [expect.stringMatching(/^IMPEDED_REGISTER_URL: /) as string] }
  expect(readConfig(withLicence)).toMatchObject(withoutRegister)
  const withRegister = { ...withLicence, IMPEDED_REGISTER_URL: 'https://register.example' }
  expect(readConfig(withRegister)).toMatchObject(withoutRegister)
  const withToken = { ...withRegister, IMPEDED_REGISTER_TOKEN: 'a token' }
  const withoutPersons = { sentences: [expect.stringMatching(/^PERSON_REGISTER_URL: /) as string] }
  expect(readConfig(withToken)).toMatchObject(withoutPersons)
  const withPersons = { ...withToken, PERSON_REGISTER_URL: 'https://persons.example' }
  expect(readConfig(withPersons)).toMatchObject(withoutPersons)
  const withoutDocuments = { sentences: [expect.stringMatching(/^DOCUMENT_CHECK_URL: /) as string] }
  const confirmed = { ...withPersons, PERSON_REGISTER_TOKEN: 'a token' }
  expect(readConfig(confirmed)).toMatchObject(withoutDocuments)
  const withDocuments = { ...confirmed, DOCUMENT_CHECK_URL: 'https://documents.example' }
  expect(readConfig({ ...withDocuments, DOCUMENT_CHECK_TOKEN: 'a token' })).toMatchObject({ ok: true })
  expect(readConfig({ ...env, COMPLIANCE_PROFILE: 'spec' })).toMatchObject({ ok: true })
})
