import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../platform/crypto.ts'
import { openPasswords } from './credentials/passwords.ts'
import { identitySettings } from './settings.ts'
import { codeOf, cookieOf, GOOD, openIdentityHarness, proofFor } from './testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
const verifications: boolean[] = []
beforeAll(async () => {
  const passwords = openPasswords({ ...identitySettings.password, memoryKib: 64, passes: 1 }, systemRandom)
  harness = await openIdentityHarness({
    passwords: {
      ...passwords,
      verify: (kept, password) => {
        verifications.push(kept !== undefined)
        return passwords.verify(kept, password)
      },
    },
  })
})
afterAll(() => harness.close())

describe('guessing a password', () => {
  test('S6: from one network requires a proof of work, also for an unknown e-mail, before a password is checked', async () => {
    await harness.newPlayer('guessed@example.com')
    const guess = async (email: string, ip: string) => codeOf(await harness.login(email, 'a guess', ip))
    for (let time = 0; time < 5; time += 1) {
      expect(await guess('guessed@example.com', '10.4.0.9')).toBe('wrong_credentials')
      expect(await guess('nobody@example.com', '10.4.1.9')).toBe('wrong_credentials')
    }
    const before = verifications.length
    expect(await guess('guessed@example.com', '10.4.0.77')).toBe('proof_needed') // another of the network
    expect(await guess('nobody@example.com', '10.4.1.77')).toBe('proof_needed')
    expect(verifications.length - before).toBe(0)
  })

  test('S6: from one network does not lock the player out there, thanks to the proof of work', async () => {
    await harness.newPlayer('beside@example.com')
    for (let time = 0; time < 7; time += 1) await harness.login('beside@example.com', 'a guess', '10.5.0.9')
    const refused = await harness.login('beside@example.com', GOOD, '10.5.0.7')
    expect(codeOf(refused)).toBe('proof_needed')
    const proof = proofFor(refused)
    const answer = await harness.login('beside@example.com', GOOD, '10.5.0.7', { proof })
    expect(answer.statusCode).toBe(200)
    // Valid once, for its network, and as signed.
    const again = (ip: string, sent = proof) =>
      harness.login('beside@example.com', GOOD, ip, { proof: sent }).then(codeOf)
    expect(await again('10.5.0.7')).toBe('proof_needed')
    const other = proofFor(await harness.login('beside@example.com', GOOD, '10.5.0.7'))
    for (let time = 0; time < 6; time += 1) await harness.login('beside@example.com', 'a guess', '10.5.1.9')
    expect(await again('10.5.1.7', other)).toBe('proof_needed')
    expect(await again('10.5.0.7', other.replace(/^\d+/, '0'))).toBe('proof_needed')
    await harness.deps.db`update identity_used_proof set ends_at = now()`
    const [terms = ''] = other.split(':')
    const late = terms.replace(/\.\d+\./, '.1000000000.')
    expect(await again('10.5.0.7', `${late}:0`)).toBe('proof_needed')
    expect(await again('10.5.0.7', other)).toBeUndefined()
  })

  test('S6: a captcha survives a demand for a proof, and a proof a wrong captcha', async () => {
    await harness.newPlayer('patient@example.com')
    const ip = '10.5.7.7'
    for (let time = 0; time < 5; time += 1) await harness.login('patient@example.com', 'a guess', ip)
    const { codeId, captCode } = await harness.captcha(ip)
    const form = { username: 'patient@example.com', pwd: GOOD, codeId, captCode }
    const send = (more: object) => harness.post('/api/auth/user/restLogin', { ...form, ...more }, { ip })
    const refused = await send({})
    expect(codeOf(refused)).toBe('proof_needed')
    const proof = proofFor(refused)
    const other = await harness.captcha(ip)
    expect(codeOf(await send({ proof, codeId: other.codeId, captCode: 'XXXXX' }))).toBe('wrong_captcha')
    expect((await send({ proof })).statusCode).toBe(200)
  })

  test('S6: a known device gets in while its network is guessing, and no other device does', async () => {
    const registered = await harness.register('device-owner@example.com', {}, '10.9.0.1')
    const cookie = cookieOf(registered)
    expect(String(registered.headers['set-cookie'])).toMatch(
      /^palpite_player_device=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    const others = cookieOf(await harness.register('device-other@example.com', {}, '10.9.0.2'))
    for (let time = 0; time < 30; time += 1) {
      await harness.login('device-owner@example.com', 'a guess', '10.9.0.9')
      await harness.login('device-owner@example.com', 'a guess', `10.90.${time}.9`)
    }
    const from = (sent: string) =>
      harness.login('device-owner@example.com', GOOD, '10.9.0.1', { cookie: sent })
    expect(codeOf(await from(others))).toBe('proof_needed')
    expect(codeOf(await from('palpite_player_device=made-up'))).toBe('proof_needed')
    const answer = await from(cookie)
    expect(answer.statusCode).toBe(200)
    expect(cookieOf(answer)).toBe(cookie)
    const rows = await harness.deps.db<{ all: string }[]>`
      select string_agg(device_hash, ' ') as all from identity_known_device`
    expect(rows[0]?.all).not.toContain(cookie.split('=')[1]) // stored as a hash
  })

  test('S6: a known device has ten guesses, and guesses at one account are limited whatever is proved', async () => {
    const cookie = cookieOf(await harness.register('bounded@example.com', {}, '10.10.0.1'))
    for (let time = 0; time < 10; time += 1) {
      await harness.login('bounded@example.com', 'a guess', '10.10.0.1', { cookie })
    }
    const late = await harness.login('bounded@example.com', GOOD, '10.10.0.1', { cookie })
    expect(codeOf(late)).toBe('wrong_credentials')
    // Unknown clients, each from its own network or with a proof: twenty guesses in all, then even the right one is
    // too late.
    const strange = async (pwd: string, ip: string) => {
      const asked = await harness.login('bounded@example.com', pwd, ip)
      if (codeOf(asked) !== 'proof_needed') return codeOf(asked)
      return codeOf(await harness.login('bounded@example.com', pwd, ip, { proof: proofFor(asked) }))
    }
    for (let time = 0; time < 10; time += 1) await strange('a guess', `10.91.${time}.1`)
    for (let time = 0; time < 10; time += 1) await strange('a guess', '10.92.0.1')
    expect(await strange(GOOD, '10.92.0.1')).toBe('wrong_credentials')
    expect(await strange(GOOD, '10.93.0.1')).toBe('wrong_credentials')
    expect(await strange(GOOD, '10.10.0.1')).toBeUndefined() // at home, without the device
  })

  test('from everywhere locks unknown clients out, and never the player at home', async () => {
    await harness.newPlayer('victim@example.com') // registered from 10.0.0.0/24
    for (let network = 0; network < 21; network += 1) {
      await harness.login('victim@example.com', 'a guess', `10.60.${network}.1`)
    }
    const stranger = await harness.login('victim@example.com', GOOD, '10.61.0.1')
    expect(codeOf(stranger)).toBe('wrong_credentials')
    expect((await harness.login('victim@example.com', GOOD, '10.0.0.200')).statusCode).toBe(200)
  })

  test('ends with its window', async () => {
    await harness.newPlayer('window@example.com')
    for (let guess = 0; guess < 6; guess += 1) await harness.login('window@example.com', 'x', '10.7.0.1')
    expect(codeOf(await harness.login('window@example.com', GOOD, '10.7.0.1'))).toBe('proof_needed')
    await harness.deps.db`update identity_throttle set ends_at = now() where key like 'login-account%'`
    expect((await harness.login('window@example.com', GOOD, '10.7.0.1')).statusCode).toBe(200)
  })

  test('a player who signs in often is never locked out', async () => {
    await harness.newPlayer('often@example.com')
    for (let time = 0; time < 8; time += 1) {
      expect((await harness.login('often@example.com', GOOD, '10.8.0.1')).statusCode).toBe(200)
    }
  })

  test('S6: on many accounts requires proofs by network and overall, counted in the database, and refused calls count nothing', async () => {
    const throttles = {
      ...identitySettings.throttles,
      'login-network': { max: 3, seconds: 600 },
      login: { max: 5, seconds: 60 },
    }
    const few = await openIdentityHarness({ settings: { throttles } })
    const codes: (string | undefined)[] = []
    const from = [
      '10.1.1.1',
      '10.1.1.2',
      '10.1.1.3',
      '10.1.1.4',
      '10.1.1.5',
      '10.1.2.1',
      '10.1.3.1',
      '10.1.4.1',
    ]
    for (const ip of from) codes.push(codeOf(await few.login(`${ip}@example.com`, 'x', ip)))
    const [wrong, asked] = ['wrong_credentials', 'proof_needed']
    expect(codes).toEqual([wrong, wrong, wrong, asked, asked, wrong, wrong, asked])
    const kept = await few.deps.db<{ key: string }[]>`select key from identity_throttle`
    expect(kept.length).toBeGreaterThan(10)
    expect(JSON.stringify(kept)).not.toMatch(/@|10\.1\./) // no list of who signs in, and from where
    await few.close()
  })

  test('200 at once pass no more than the rate', async () => {
    await harness.newPlayer('burst@example.com')
    const { throttles } = identitySettings
    const { openThrottles } = await import('./abuse/throttles.ts')
    const counted = openThrottles(harness.deps.db, throttles)
    const tries = [
      { name: 'login-account-network', of: 'burst' },
      { name: 'login-account', of: 'burst' },
    ] as const
    const over = await Promise.all(Array.from({ length: 200 }, () => counted.count(tries)))
    expect(over.filter((names) => names.size === 0)).toHaveLength(5)
    expect(over.filter((names) => names.has('login-account'))).toHaveLength(0)
  })
})
