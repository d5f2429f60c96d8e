import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { systemRandom } from '../platform/crypto.ts'
import { openPasswords } from './credentials/passwords.ts'
import { identitySettings } from './settings.ts'
import { sweepDays } from './jobs.ts'
import { GOOD, openIdentityHarness, tokenOf } from './testing/identity-harness.ts'
import { authenticate, openSeenSessions, openSessionCache } from './sessions/sessions.ts'
import { openSessions } from './sessions/open-sessions.ts'
import { openActivity } from '../platform/deps.ts'
import { acceptTerms, askedVersion } from './accounts/players.ts'
import { ownerOf } from '../../../../tools/test/database.ts'
import { testDevice } from '../../../../tools/test/test-device.ts'

const bounds = { maxDevices: 3, ticketSeconds: 600, trustSeconds: 600, factorSeconds: null }

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

const who = (token: string) => harness.identity.authenticate(token)
const session = { ...identitySettings.session, termsVersion: null }

describe('signing in', () => {
  test('with the right password opens a session, in any case of the e-mail', async () => {
    await harness.newPlayer('ana@example.com')
    const answer = await harness.login('ANA@Example.com', GOOD)
    expect(answer.statusCode).toBe(200)
    const token = tokenOf(answer)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await who(token)).toMatchObject({ playerId: expect.any(Number) as number })
  })

  test('gives a new token each time', async () => {
    await harness.newPlayer('twice@example.com')
    const one = tokenOf(await harness.login('twice@example.com', GOOD))
    const other = tokenOf(await harness.login('twice@example.com', GOOD))
    expect(one).not.toBe(other)
    expect((await who(one))?.playerId).toBe((await who(other))?.playerId)
  })

  test('with an unknown e-mail and with a wrong password takes the same path to the same answer', async () => {
    await harness.newPlayer('known@example.com')
    const attempt = async (email: string) => {
      const before = verifications.length
      const answer = await harness.login(email, 'wrong password', '10.3.0.1')
      return { status: answer.statusCode, body: answer.body, verified: verifications.length - before }
    }
    const wrong = await attempt('known@example.com')
    const unknown = await attempt('unknown@example.com')
    expect(unknown).toEqual(wrong)
    expect(wrong.verified).toBe(1)
    expect(JSON.parse(wrong.body)).toMatchObject({ status: 5102, data: { code: 'wrong_credentials' } })
    // One of the two was checked against a dummy hash: same structure, same work.
    expect(verifications.slice(-2)).toEqual([true, false])
  })
})

describe('a session', () => {
  test('ends on the server at sign-out, and the player’s others continue', async () => {
    await harness.newPlayer('out@example.com')
    const one = tokenOf(await harness.login('out@example.com', GOOD))
    const other = tokenOf(await harness.login('out@example.com', GOOD))
    expect((await harness.post('/api/auth/user/restLogout', {}, { token: one })).statusCode).toBe(200)
    expect(await who(one)).toBeUndefined()
    expect(await who(other)).toBeDefined()
    const refused = await harness.get('/api/app/user/setHeader/3', one)
    expect([refused.statusCode, refused.json<{ status: number }>().status]).toEqual([401, 40101])
    expect(await harness.endedSessions()).toHaveLength(1)
  })

  test('of an invented token does not exist', async () => {
    expect(await who('made up')).toBeUndefined()
    expect(await who('')).toBeUndefined()
  })

  test('ends after too long idle, and after its maximum age', async () => {
    const token = await harness.newPlayer('idle@example.com')
    const sessionId = (await who(token))?.sessionId ?? 0
    const request = (seconds: Partial<typeof session>) =>
      authenticate(harness.deps.db, { ...session, ...seconds }, [token])
    await harness.deps.db`
      update identity_session set last_seen_at = now() - interval '31 minutes',
             created_at = now() - interval '8 days' where id = ${sessionId}`
    expect(await request({ idleSeconds: 1800 })).toEqual([undefined])
    expect(await request({ longestSeconds: 7 * 86_400 })).toEqual([undefined])
    expect(await request({})).toMatchObject([{ sessionId }])
  })

  test('in use does not idle: activity is written in batches, apart from the requests', async () => {
    const token = await harness.newPlayer('seen@example.com')
    const caller = present(await who(token), 'a session')
    const { sessionId, playerId } = caller
    const idleFor = async () => {
      const [row] = await harness.deps.db<{ seconds: number }[]>`
        select extract(epoch from now() - last_seen_at)::int as seconds
          from identity_session where id = ${sessionId}`
      return row?.seconds ?? -1
    }
    await harness.deps.db`
      update identity_session set last_seen_at = now() - interval '1 hour' where id = ${sessionId}`
    await who(token)
    expect(await idleFor()).toBeGreaterThan(3000) // authentication writes nothing
    const counted: unknown[] = []
    const activity = openActivity()
    const seen = openSeenSessions(harness.deps.db, {
      activity,
      countActivity: async (_sql, playerIds, windowMs) => counted.push({ playerIds, windowMs }),
      everyMs: 60_000,
    })
    seen.add(caller)
    seen.add({ playerId, sessionId: sessionId + 1_000 }) // another device of the same player
    activity.add(playerId)
    await seen.write()
    await seen.write()
    expect(await idleFor()).toBeLessThan(5)
    expect(counted).toEqual([{ playerIds: [playerId], windowMs: 60_000 }])
  })

  test('counts a player in a game as active without calls, but does not last longer by it', async () => {
    const token = await harness.newPlayer('by-studio@example.com')
    const { playerId, sessionId } = present(await who(token), 'a session')
    await harness.deps.db`
      update identity_session set last_seen_at = now() - interval '1 hour' where id = ${sessionId}`
    const counted: unknown[] = []
    const activity = openActivity()
    const seen = openSeenSessions(harness.deps.db, {
      activity,
      countActivity: async (_sql, playerIds) => counted.push(playerIds),
      everyMs: 60_000,
    })
    for (const played of [playerId, playerId + 1, playerId]) activity.add(played)
    await seen.write()
    await seen.write()
    expect(counted).toEqual([[playerId, playerId + 1]])
    const idle = await harness.deps.db<object[]>`
      select id from identity_session where id = ${sessionId} and last_seen_at < now() - interval '30 minutes'`
    expect(idle).toHaveLength(1)
  })

  const avatar = '/api/app/user/setHeader/3'
  const ofVisitors = '/api/auth/user/captcha/7'

  /** A player idle for an hour, and whether a call like this one counts as activity. */
  const idler = async (url: string, headers: Record<string, string>) => {
    const harness = await openIdentityHarness()
    const token = await harness.newPlayer('touch@example.com')
    await harness.deps.db`update identity_session set last_seen_at = now() - interval '1 hour'`
    const isSeen = async () => {
      harness.startJobs()
      await harness.app.inject({ url, headers: { ...headers, authorization: token } })
      await harness.stopJobs() // writes who was active; a visitor's call does not wait for it
      const [row] = await harness.deps.db<{ isSeen: boolean }[]>`
        select last_seen_at > now() - interval '30 minutes' as "isSeen" from identity_session`
      return row?.isSeen
    }
    return { isSeen, close: harness.close }
  }

  test.each([
    { what: 'a call after activity', url: avatar, headers: { active: '1' } },
    { what: 'a visitor’s call after activity', url: ofVisitors, headers: { active: '1' } },
    { what: 'any call of a client that reports no activity', url: avatar, headers: {} },
  ])('lives on by $what', async ({ url, headers }) => {
    const { isSeen, close } = await idler(url, headers)
    await expect.poll(isSeen).toBe(true)
    await close()
  })

  test.each([
    { what: 'a player’s', url: avatar },
    { what: 'a visitor’s', url: ofVisitors },
  ])('idles on while an unused page makes $what call', async ({ url }) => {
    const { isSeen, close } = await idler(url, { active: '0' })
    expect([await isSeen(), await isSeen(), await isSeen()]).toEqual([false, false, false])
    await close()
  })

  test('is read together with concurrent ones, in one statement', async () => {
    const tokens = await Promise.all(
      ['l1', 'l2', 'l3'].map((name) => harness.newPlayer(`${name}@example.com`)),
    )
    const [one = '', two = '', three = ''] = tokens
    let statements = 0
    const counting: typeof harness.deps.db = Object.assign((...call: Parameters<typeof harness.deps.db>) => {
      statements += 1
      return harness.deps.db(...call)
    }, harness.deps.db) as typeof harness.deps.db
    const callers = await authenticate(counting, session, [two, 'nobody', one, three, two])
    expect(statements).toBe(1)
    const ids = callers.map((caller) => caller?.playerId)
    expect(ids[1]).toBeUndefined()
    expect(ids[0]).toBe(ids[4])
    expect(new Set(ids.filter(Boolean)).size).toBe(3)
  })

  test('of given players can all be ended, and no others', async () => {
    const one = await harness.newPlayer('ended@example.com')
    const other = await harness.newPlayer('goeson@example.com')
    await harness.identity.endSessions([(await who(one))?.playerId ?? 0])
    expect(await who(one)).toBeUndefined()
    expect(await who(other)).toBeDefined()
  })

  test('stores the device’s user agent, truncated', async () => {
    await harness.newPlayer('device@example.com')
    const { codeId, captCode } = await harness.captcha()
    const form = { username: 'device@example.com', pwd: GOOD, codeId, captCode }
    const headers = {
      devices: 'web',
      deviceId: 'a1b2',
      zone: 'America/Manaus',
      'user-agent': 'x'.repeat(5000),
    }
    const token = tokenOf(await harness.post('/api/auth/user/restLogin', form, { headers }))
    const rows = await harness.deps.db<{ kind: string; device: string; zone: string; agent: number }[]>`
      select device_kind as kind, device_id as device, zone, length(user_agent) as agent
        from identity_session where id = ${(await who(token))?.sessionId ?? 0}`
    expect(rows).toEqual([{ kind: 'web', device: 'a1b2', zone: 'America/Manaus', agent: 200 }])
  })

  test('beyond a player’s maximum ends the oldest', async () => {
    const token = await harness.newPlayer('twenty@example.com')
    const playerId = (await who(token))?.playerId ?? 0
    const request = { playerId, ip: '10.0.0.1', device: testDevice }
    const opened = await openSessions(harness.deps, { ...bounds, maxOpen: 3 }, [request, request, request])
    expect(await who(token)).toBeUndefined()
    for (const one of opened) {
      expect(await who(one.ok ? one.value.token : '')).toMatchObject({ playerId })
    }
  })

  test('that expired is swept and its end announced; a valid one stays', async () => {
    const over = await harness.newPlayer('over@example.com')
    const inForce = await harness.newPlayer('inforce@example.com')
    const sessionId = (await who(over))?.sessionId ?? 0
    await harness.deps.db`
      update identity_session set last_seen_at = now() - interval '31 days' where id = ${sessionId}`
    await sweepDays({ deps: harness.deps, settings: identitySettings })
    expect(await harness.deps.db`select id from identity_session where id = ${sessionId}`).toHaveLength(0)
    expect(await who(over)).toBeUndefined()
    expect(await harness.endedSessions()).toContain(sessionId)
    expect(await harness.endedSessions()).not.toContain(present(await who(inForce), 'its session').sessionId)
  })
})

describe('the holder of a token whose session ended', () => {
  /** The reason in the refusal of this token. */
  const answerTo = async (token: string) => {
    const answer = await harness.get('/api/app/user/setHeader/3', token)
    return [answer.statusCode, answer.json<{ data: object }>().data]
  }
  const overBy = (ending: string) => [401, { code: 'logged_out', ending }]
  const over = [401, { code: 'logged_out' }]
  const sessionIdOf = async (token: string) => present(await who(token), 'its session').sessionId

  test('learns that it was ended from another device', async () => {
    const here = await harness.newPlayer('elsewhere@example.com')
    const there = (await harness.login('elsewhere@example.com', GOOD)).json<{
      data: { access_token: string; api_key: string }
    }>().data
    await harness.post('/api/app/user/endSession', { key: there.api_key }, { token: here })
    expect(await answerTo(there.access_token)).toEqual(overBy('device'))
  })

  test('learns that the password was changed, and the session that changed it continues', async () => {
    const other = await harness.newPlayer('changed@example.com')
    const token = tokenOf(await harness.login('changed@example.com', GOOD))
    const change = { oPwd: GOOD, nPwd: `${GOOD} anew`, nPwd1: `${GOOD} anew` }
    expect((await harness.post('/api/app/user/changePwd', change, { token })).statusCode).toBe(200)
    expect(await answerTo(other)).toEqual(overBy('password'))
    expect((await answerTo(token))[0]).toBe(200)
  })

  test('learns that newer sessions replaced it', async () => {
    const token = await harness.newPlayer('many@example.com')
    const playerId = (await who(token))?.playerId ?? 0
    const request = { playerId, ip: '10.0.0.1', device: testDevice }
    await openSessions(harness.deps, { ...bounds, maxOpen: 1 }, [request])
    expect(await answerTo(token)).toEqual(overBy('newer'))
  })

  test('learns that it expired, before the sweep and after it', async () => {
    const token = await harness.newPlayer('expired@example.com')
    await harness.deps.db`
      update identity_session set last_seen_at = now() - interval '31 days' where id = ${await sessionIdOf(token)}`
    expect(await answerTo(token)).toEqual(overBy('expired'))
    await sweepDays({ deps: harness.deps, settings: identitySettings })
    expect(await answerTo(token)).toEqual(overBy('expired'))
  })

  test('learns that the house ended it', async () => {
    const token = await harness.newPlayer('blocked@example.com')
    await harness.identity.endSessions([(await who(token))?.playerId ?? 0])
    expect(await answerTo(token)).toEqual(overBy('blocked'))
  })

  test('learns nothing if its player logged out, for an invented token, or after sixty days', async () => {
    const out = await harness.newPlayer('logged-out@example.com')
    await harness.post('/api/auth/user/restLogout', {}, { token: out })
    expect(await answerTo(out)).toEqual(over)
    expect(await answerTo('made up')).toEqual(over)
    const long = await harness.newPlayer('long-ago@example.com')
    await harness.identity.endSessions([(await who(long))?.playerId ?? 0])
    await ownerOf(harness.deps.db)`update identity_ended_session set ended_at = now() - interval '60 days'`
    await sweepDays({ deps: harness.deps, settings: identitySettings })
    expect(await answerTo(long)).toEqual(over)
  })
})

test('a login returns the public id of its session, by which the player finds it among the open ones and ends another', async () => {
  await harness.newPlayer('devices@example.com')
  const session = async () => {
    const answer = await harness.login('devices@example.com', GOOD)
    return answer.json<{ data: { access_token: string; api_key: string } }>().data
  }
  const [here, there] = [await session(), await session()]
  const stranger = await harness.newPlayer('stranger@example.com')
  const open = async () =>
    (await harness.get('/api/app/user/sessions', here.access_token))
      .json<{ data: { sessions: { key: string }[] } }>()
      .data.sessions.map(({ key }) => key)
  expect(await open()).toEqual(expect.arrayContaining([here.api_key, there.api_key]))
  const end = (token: string) => harness.post('/api/app/user/endSession', { key: there.api_key }, { token })
  await end(stranger)
  expect(await open()).toContain(there.api_key) // another player's session looks absent
  for (const _ of [1, 2]) expect((await end(here.access_token)).statusCode).toBe(200)
  expect(await open()).not.toContain(there.api_key)
  expect(await open()).toContain(here.api_key)
  expect(await who(there.access_token)).toBeUndefined()
})

test('S10: a player ends all other sessions at once; of two that end each other the first stays', async () => {
  const here = await harness.newPlayer('all@example.com')
  const there = tokenOf(await harness.login('all@example.com', GOOD))
  const further = tokenOf(await harness.login('all@example.com', GOOD))
  const stranger = await harness.newPlayer('not-of-all@example.com')
  const endOthers = (token: string) => harness.post('/api/app/user/endOtherSessions', {}, { token })
  const answers = await Promise.all([endOthers(here), endOthers(there)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 401,
  ])
  expect((await Promise.all([here, there, further].map(who))).filter(Boolean)).toHaveLength(1)
  expect(await who(stranger)).toBeDefined()
})

describe('changed terms', () => {
  const terms = { TERMS_VERSION: '2026-12' }
  /** Reads a session through a cache, as a server with these terms does. */
  function openReader(token: string, { TERMS_VERSION } = terms) {
    const { db } = harness.deps
    const settings = { ...session, termsVersion: askedVersion({ TERMS_VERSION }) }
    const cache = openSessionCache({
      max: 10,
      forMs: 60_000,
      read: async (asked) => (await authenticate(db, settings, [asked]))[0],
    })
    cache.start({
      listen: (_channel, { onSession }) => {
        onSession({} as never) // caches reads from here on
        return { stop: async () => {} }
      },
    })
    return async () => (await cache.find(token))?.owesTerms ?? false
  }

  test('are due in each session until accepted, which counts at once, and not while the first are in force', async () => {
    const token = await harness.newPlayer('owes@example.com')
    const { playerId = 0 } = (await who(token)) ?? {}
    const owes = openReader(token)
    expect([await owes(), await owes()]).toEqual([true, true])
    expect(await openReader(token, { TERMS_VERSION: '1' })()).toBe(false)
    await acceptTerms(harness.deps.db, terms, { playerId, version: '2026-12', ip: '127.0.0.1' })
    expect(await owes()).toBe(false)
  })

  test('are not due for the test account', async () => {
    const token = await harness.newPlayer('shared@example.com')
    const { playerId = 0 } = (await who(token)) ?? {}
    await ownerOf(harness.deps.db)`update identity_player set is_test = true where id = ${playerId}`
    expect(await openReader(token)()).toBe(false)
  })
})
