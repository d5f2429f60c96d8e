import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessions, seedTestAccount } from '../../apps/server/src/identity/index.ts'
import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { type Call, type CallKey, calls } from '../../packages/contract/src/index.ts'
import { testDevice } from '../test/test-device.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { inTurn } from './in-turn.ts'
import { type AttackingPlayer, openOffers, openPlayers } from './players.ts'
import { insist } from './request.ts'
import { snapshot } from './snapshot.ts'
import { rightRequest } from './wrong-requests.ts'

let attacked: AttackedApp
/** Anybody may have it: the password of the test account is public. */
let token: string
let player: AttackingPlayer

beforeAll(async () => {
  attacked = await openAttackedApp()
  const { playerId } = await seedTestAccount(attacked.deps)
  const opened = await openSessions(attacked.deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
  token = opened[0]?.token ?? ''
  player = (await openPlayers(attacked.deps, [{ isIdentified: false }]))[0] as AttackingPlayer
})

afterAll(() => attacked.close())

/** The calls needed to play. All others are refused to the test account. */
const PLAYING: readonly CallKey[] = [
  'POST /api/auth/user/restLogout',
  'POST /api/app/sportsbook/betPlay',
  'POST /api/app/games/rotateSeeds',
  'POST /api/app/game/launch',
  'POST /api/app/game/favourite',
  'POST /api/app/sportsbook/favourite',
  'GET /api/app/game/stopGame',
  'POST /api/app/game/stopGame',
  'POST /api/app/games/dice/betPlay',
  'POST /api/app/games/limbo/betPlay',
  'POST /api/app/games/mines/betPlay',
  'POST /api/app/games/mines/step',
  'POST /api/app/games/rowDouble/betPlay',
  'POST /api/app/games/rowDouble/step',
  'POST /api/app/games/double/betPlay',
  'POST /api/app/games/luckyColor/betPlay',
  'POST /api/app/games/shared/cancel',
  'POST /api/app/realtime/ticket',
  'POST /api/app/sportsbook/betSlip',
  'POST /api/app/sportsbook/referBet',
  'POST /api/app/sportsbook/booking',
  'POST /api/app/sportsbook/cancelBet',
  'POST /api/app/sportsbook/cashOutRule',
  'POST /api/app/sportsbook/maxStake',
]

const ofPlayers = (Object.keys(calls) as CallKey[]).filter((key) => (calls[key] as Call).access === 'player')
const isChange = (key: CallKey) => key.startsWith('POST ') || (calls[key] as Call).isChange === true
const others = ofPlayers.filter((key) => isChange(key) && !PLAYING.includes(key))

const ask = (key: CallKey, lang = 'pt-BR') =>
  insist(attacked.url, { ...rightRequest(key), token, headers: { lang } })

test('the contract opens to the test account only what playing needs', () => {
  const opened = ofPlayers.filter((key) => (calls[key] as Call).isForTestAccount)
  expect(new Set(opened)).toEqual(new Set(PLAYING))
  expect(others.length).toBeGreaterThan(7)
})

test('every other call that changes something is refused to the test account with its own text, and changes nothing', async () => {
  const before = await snapshot(attacked.deps)
  const answers = await inTurn(others, 4, (key) => ask(key))
  expect(others.filter((_key, at) => answers[at]?.data['code'] !== 'shared_account')).toEqual([])
  const inEnglish = await inTurn(others, 4, (key) => ask(key, 'en'))
  for (const { text } of answers) expect(text).toContain('Esta é a conta de teste')
  for (const { text } of inEnglish) expect(text).toContain('This is the test account')
  expect(await snapshot(attacked.deps)).toEqual(before)
})

test('a call that only reads changes nothing', async () => {
  const reading = ofPlayers.filter((key) => !isChange(key))
  await ask('GET /api/app/games/seeds') // a player without seeds gets them at the first read
  const before = await snapshot(attacked.deps)
  const answers = await inTurn(reading, 4, (key) => ask(key))
  expect(reading.filter((_key, at) => answers[at]?.data['code'] === 'shared_account')).toEqual([])
  expect(await snapshot(attacked.deps)).toEqual(before)
})

test('a forgotten password of the test account is mailed to nobody', async () => {
  const { email } = identitySettings.testAccount
  await insist(attacked.url, {
    path: '/api/app/main/RESETPWD/sendEmail',
    body: new URLSearchParams({ email }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await expect
    .poll(
      () => attacked.deps.db`select 1 from identity_reset where email = ${email} and code_hash is not null`,
    )
    .toHaveLength(1)
  const coded = await attacked.deps.db<{ playerId: number | null }[]>`
    select player_id as "playerId" from identity_reset where email = ${email}`
  expect(coded).toEqual([{ playerId: null }]) // a code as for an unknown e-mail: it is valid for nobody
})

test('the test account can still play, and other players change only their own data', async () => {
  const [offer] = await openOffers(attacked.url)
  const requestId = attacked.deps.random.hex(16)
  const bet = { requestId, unitStakeCents: 100, ...offer }
  const dice = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
  const asked = [
    { path: '/api/app/sportsbook/betPlay', body: bet },
    { path: '/api/app/games/dice/betPlay', body: dice },
  ]
  for (const { path, body } of asked) {
    expect((await insist(attacked.url, { path, body, token })).http).toBe(200)
  }
  const path = '/api/app/user/setHeader/7'
  expect((await insist(attacked.url, { path, token: player.token })).http).toBe(200)
})
