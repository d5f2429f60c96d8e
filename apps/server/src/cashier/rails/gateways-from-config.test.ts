import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { gatewaysFromConfig } from './gateways-from-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-providers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bank = {
  name: 'other',
  url: 'https://bank.example',
  tokenUrl: 'https://bank.example/oauth/token',
  clientId: 'palpite',
  clientSecret: 'SECRETSECRETSECRET',
  pixKey: 'a-key',
  webhookSecret: 'a secret of webhooks',
}

const banksOf = (text: string) => {
  const file = join(folder, 'providers.json')
  writeFileSync(file, text)
  return gatewaysFromConfig({ PIX_PROVIDERS_FILE: file } as Config)
}

test('reads the banks of the file', () => {
  expect(banksOf(JSON.stringify({ providers: [bank] }))).toMatchObject([
    { name: 'other', priority: 1, share: 1, certificate: undefined, restrictsPayer: false },
  ])
})

test.each([
  ['is no JSON', '{"providers":[{"clientSecret": SECRETSECRETSECRET}]}', 'it is not JSON'],
  ['has a field of another kind', JSON.stringify({ providers: [{ ...bank, share: 'SECRET' }] }), 'share'],
  ['names one bank twice', JSON.stringify({ providers: [bank, bank] }), 'one name'],
  [
    'names an authority without our certificate',
    JSON.stringify({ providers: [{ ...bank, caFile: 'ca.pem' }] }),
    'needs its file',
  ],
  [
    'names our certificate without its key',
    JSON.stringify({ providers: [{ ...bank, certFile: 'our.pem' }] }),
    'needs its file',
  ],
])('refuses to start on a file that %s, and quotes nothing of it', (_what, text, why) => {
  const read = () => banksOf(text)
  expect(read).toThrow(why)
  expect(read).not.toThrow('SECRET')
})
