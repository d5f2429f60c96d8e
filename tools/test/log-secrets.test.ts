import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { publicIds } from '../../apps/server/src/platform/public-ids.ts'
import { SECRET_VARIABLES, secretsIn, secretsOf } from './log-secrets.ts'
import { failForSecrets, testLog, watched, watchLog } from './watched-logs.ts'

const line = (fields: object) => JSON.stringify({ level: 30, time: '2026-05-04T12:00:00.000Z', ...fields })

test.each([
  ['a CPF', line({ msg: 'of 529.982.247-25' })],
  ['a CPF', line({ msg: 'Key (cpf)=(52998224725) already exists' })],
  ['a CPF', line({ payer: '52998224725' })],
  ['a CNPJ', line({ msg: '11.222.333/0001-81' })],
  ['a CNPJ', line({ msg: '12.ABC.345/01DE-35' })],
  ['an e-mail address', line({ msg: '550 <ana.souza+1@mail.example.com> is unknown' })],
  ['an e-mail address', line({ path: '/mailbox?to=ana%40mail.example' })],
  ['a telephone number', line({ msg: 'no code to +55 (11) 98765-4321' })],
  ['a telephone number', line({ to: '+5511987654321' })],
  ['a password hash', line({ row: '$argon2id$v=19$m=64,t=1,p=1$myATgnxM1r4Z0ioGmoI6lw' })],
  ['a token', line({ path: '/zgoq3Vt0vN1ZcRr3b1nTjm2uYx8Wf5sKd7Lh9Pa4Qe6Ug' })],
  ['a JSON Web Token', line({ msg: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x' })],
  ['credentials of a call', line({ headers: ['Bearer abc.def'] })],
  ['credentials of a call', line({ msg: 'sent Basic YTpi==' })],
  ['a password in an address', line({ msg: 'postgres://palpite:secret@db.internal:5432/palpite' })],
  ['a secret of an authenticator app', line({ msg: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })],
  ['a secret of an authenticator app', line({ url: 'otpauth://totp/Palpite' })],
  ['a private key', line({ msg: '-----BEGIN EC PRIVATE KEY-----' })],
  ['a Pix code', line({ msg: '00020126580014br.gov.bcb.pix0136' })],
  ['a secret field', line({ captCode: 'AB3DE' })],
  ['a secret field', line({ body: { nPwd: 'x' } })],
  ['a secret field', line({ row: { birthDate: '1990-01-01' } })],
  ['a secret field', line({ recoveryCodes: ['ab12'] })],
  ['an internal id', line({ playerId: 7 })],
  ['an internal id', line({ playerIds: [7, 8] })],
  ['an internal id', line({ finding: { bet_id: '17' } })],
  ['a password of the tests', line({ msg: 'signed in with correct horse battery' })],
])('finds %s in %s', (what, text) => {
  expect(secretsIn(text).map((found) => found.split(':')[0])).toContain(what)
})

test.each([
  line({ playerId: publicIds({ PUBLIC_ID_SECRET: 'a secret' }, 'player').show(7), msg: 'a sign-in' }),
  line({ playerId: null, token: '[struck out]', msg: 'a sign-in failed' }),
  line({
    method: 'POST',
    route: '/api/app/user/resetPwd',
    status: 200,
    ms: 12.34567890123,
    callId: 'f0c1-9a',
  }),
  line({ at: 1_764_479_851_731, day: 20_261_130, cents: 12_345_678_901_234, seconds: 98765432.1 }),
  line({ orderId: '5f0c2a9d4e8b71635f0c2a9d4e8b7163', id: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' }),
  line({ hash: `0x${'9f'.repeat(32)}`, e2eid: 'E1234567820260504120098765432abc' }),
  line({ err: { stack: 'at /app/node_modules/@fastify/cookie/plugin.js:1:2 node_modules/.pnpm/pg@8.11.3' } }),
  line({ msg: 'postgres://localhost:5432/palpite, redis://127.0.0.1:6379' }),
  line({ constraint: 'identity_player_email_key', code: '23505', table: 'identity_player' }),
  line({ cpf: '11111111111' }).replace('cpf', 'number'), // no CPF: its check digits are wrong
  line({ msg: 'the token of a session is missing' }),
  line({ msg: 'only basic markets are open, bearer tokens are refused' }),
])('finds nothing in %s', (text) => {
  expect(secretsIn(text)).toEqual([])
})

test('finds the secrets of a server’s own configuration', () => {
  const known = secretsOf({ PIX_WEBHOOK_SECRET: 'a webhook secret', PORT: '3000', UOF_TOKEN: '' })
  expect(known).toEqual(['a webhook secret'])
  const keys = { WEB_PUSH_KEY: 'a key of web pushes', ODDS_API_KEY: 'a key of odds' }
  expect(secretsOf({ ...keys, PRIVATE_ORIGINS: 'http://127.0.0.1' }).toSorted()).toEqual(
    Object.values(keys).toSorted(),
  )
  expect(secretsIn(line({ msg: 'signed by a webhook secret' }), known)).toHaveLength(1)
})

test('every secret variable that the server reads is known here', () => {
  const source = readFileSync(new URL('../../apps/server/src/platform/config.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
  // PIX_KEY is the house's own, in every Pix code that a player sees.
  const secret = names.filter(
    (name) => /(?:SECRET|TOKEN|PASSWORD|_KEY|XPUB)$/.test(name) && name !== 'PIX_KEY',
  )
  expect(secret.toSorted()).toEqual([...SECRET_VARIABLES].toSorted())
})

afterEach(failForSecrets)

test('a log of a test that shows a secret fails the run, with the line', () => {
  testLog().info({ playerId: null }, 'nothing')
  expect(failForSecrets).not.toThrow()
  const kept: string[] = []
  openLog('info', watched({ write: (text) => void kept.push(text) })).info({ payer: '52998224725' }, 'paid')
  expect(kept).toHaveLength(1)
  expect(failForSecrets).toThrow(/a module logged a CPF: 52998224725\n {4}in .*"msg":"paid"/)
  expect(failForSecrets).not.toThrow() // told once
})

test('a server’s output is searched line by line, and the first findings are reported', () => {
  watchLog(`started\n${`${line({ to: 'ana@mail.example' })}\n`.repeat(50)}`, 'the server')
  expect(failForSecrets).toThrow(/^[^\n]+(?:\n[^\n]+){20}$/)
})
