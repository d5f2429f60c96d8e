import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../platform/crypto.ts'
import { refuse } from '../platform/result.ts'
import { openPasswords } from './credentials/passwords.ts'
import { identitySettings } from './settings.ts'
import { mailTakenNotices } from './register.ts'
import type { Mail } from './mail.ts'
import { codeOf, GOOD, openIdentityHarness, proofFor, tokenOf } from './testing/identity-harness.ts'
import { readPlayers } from './accounts/players.ts'
import { readInvited, readReferrers } from './accounts/invitations.ts'
import { noneBarred, registerPlayers } from './accounts/register-players.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
let verified = 0
let hashed = 0
beforeAll(async () => {
  const passwords = openPasswords({ ...identitySettings.password, memoryKib: 64, passes: 1 }, systemRandom)
  harness = await openIdentityHarness({
    passwords: {
      isCrowded: passwords.isCrowded,
      hash: (password) => {
        hashed += 1
        return passwords.hash(password)
      },
      verify: (kept, password) => {
        verified += 1
        return passwords.verify(kept, password)
      },
    },
  })
})
afterAll(() => harness.close())

const playerIdOf = async (token: string) => (await harness.identity.authenticate(token))?.playerId ?? 0
const playerOf = async (token: string) => {
  const playerId = await playerIdOf(token)
  return (await readPlayers(harness.deps.db, [playerId])).get(playerId)
}
const emailsLike = (email: string) => harness.deps.db`select id from identity_player where email = ${email}`

describe('a registration', () => {
  test('creates a player and opens a session', async () => {
    const answer = await harness.register('Maria@Example.com')
    expect(answer.statusCode).toBe(200)
    const player = await playerOf(tokenOf(answer))
    expect(player).toMatchObject({
      email: 'maria@example.com',
      phone: '+5511987654321',
      avatar: 0,
      isTest: false,
      isIdentified: false,
      name: null,
      referrerId: null,
    })
    expect(player?.invitationCode).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
  })

  test('stores the password and the token only as hashes', async () => {
    const token = await harness.newPlayer('hashes@example.com')
    const [kept] = await harness.deps.db<{ all: string }[]>`
      select player::text || string_agg(session::text, ' ') as all
        from identity_player player join identity_session session on session.player_id = player.id
       where email = 'hashes@example.com' group by player.id`
    expect(kept?.all).toContain('$argon2id$')
    expect(kept?.all).not.toContain(GOOD)
    expect(kept?.all).not.toContain(token)
  })

  test('writes an event for the modules above, without the e-mail', async () => {
    const token = await harness.newPlayer('fact@example.com')
    const playerId = await playerIdOf(token)
    const rows = await harness.deps.db<{ events: unknown }[]>`
      select events::json from platform_outbox where topic = 'player.registered'`
    expect(rows.flatMap(({ events }) => events)).toContainEqual({ playerId, referrerId: null, isTest: false })
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  test.each([
    { what: 'an invalid e-mail', form: { username: 'maria at home' }, code: 'invalid_email' },
    { what: 'an invalid phone number', form: { phone: '123' }, code: 'invalid_phone' },
    { what: 'passwords that differ', form: { pwd1: `${GOOD}!` }, code: 'passwords_differ' },
    { what: 'a short password', form: { pwd: 'abc12!x', pwd1: 'abc12!x' }, code: 'weak_password' },
    { what: 'a common password', form: { pwd: 'Flamengo', pwd1: 'Flamengo' }, code: 'weak_password' },
    { what: 'a wrong captcha', form: { captCode: 'XXXXX!' }, code: 'wrong_captcha' },
  ])('with $what is refused as $code, and nobody is registered', async ({ form, code }) => {
    const answer = await harness.register('refused@example.com', form)
    expect(answer.statusCode).toBe(500)
    expect(codeOf(answer)).toBe(code)
    expect(await emailsLike('refused@example.com')).toHaveLength(0)
  })

  test.each([
    { form: { balance: 100 } },
    { form: { kyc: 1 } },
    { form: { testFlag: '1' } },
    { form: { lx: '20' } },
    { form: { isAdmin: true } },
    { form: { uId: '1' } },
    { form: { username: 7 } },
    { form: { codeId: '1 or 1=1' } },
  ])('with $form is invalid and nobody is registered', async ({ form }) => {
    const answer = await harness.register('extra@example.com', form)
    expect(answer.statusCode).toBe(400)
    expect(await emailsLike('extra@example.com')).toHaveLength(0)
  })

  test('with a name and a CPF identifies the player at once', async () => {
    const given = { name: ' Maria  da Silva ', cardNo: '529.982.247-25' }
    const token = await harness.newPlayer('whole@example.com', given)
    const player = await playerOf(token)
    expect(player).toMatchObject({ name: 'Maria da Silva', cpf: '52998224725', isIdentified: true })
    const events = await harness.deps.db<{ events: unknown }[]>`
      select events::json from platform_outbox where topic = 'player.identified'`
    expect(events.map(({ events: own }) => own)).toContainEqual([{ playerId: player?.playerId }])
    expect(JSON.stringify(events)).not.toMatch(/52998224725|Maria/)
  })

  test('with empty fields for name and CPF leaves the player unidentified', async () => {
    const token = await harness.newPlayer('empty@example.com', { name: '', cardNo: ' ' })
    expect(await playerOf(token)).toMatchObject({ name: null, cpf: null, isIdentified: false })
  })

  test.each([
    { given: { name: 'Maria Silva', cardNo: '12345678900' }, code: 'invalid_cpf' },
    { given: { name: 'Maria Silva', cardNo: '' }, code: 'invalid_cpf' },
    { given: { name: 'Jo', cardNo: '52998224725' }, code: 'invalid_name' },
    { given: { cardNo: '52998224725' }, code: 'invalid_name' },
  ])('with $given is refused: $code', async ({ given, code }) => {
    const email = `wrong-${JSON.stringify(given).length}@example.com`
    expect(codeOf(await harness.register(email, given))).toBe(code)
    expect(await emailsLike(email)).toHaveLength(0)
  })

  test.each([
    { isapp: 1, inApp: true },
    { isapp: '1', inApp: true },
    { isapp: '0', inApp: false },
    { isapp: undefined, inApp: false },
  ])('stores whether it came from the app: $isapp is $inApp', async ({ isapp, inApp }) => {
    const email = `wrapper-${typeof isapp}-${String(isapp)}@example.com`
    await harness.newPlayer(email, isapp === undefined ? {} : { isapp })
    const rows = await harness.deps.db<{ inApp: boolean }[]>`
      select registered_in_app as "inApp" from identity_player where email = ${email}`
    expect(rows).toEqual([{ inApp }])
  })

  test.each([0, 1, '0', '1'])('accepts the mark of the app wrapper as %j', async (isapp) => {
    expect(
      (await harness.register(`isapp-${JSON.stringify(isapp).length}-${isapp}@example.com`, { isapp }))
        .statusCode,
    ).toBe(200)
  })

  test('of a taken e-mail does the same work and does not say so', async () => {
    await harness.newPlayer('taken@example.com')
    const work = async (email: string) => {
      const before = { hashed, verified }
      const answer = await harness.register(email)
      return { answer, hashed: hashed - before.hashed, verified: verified - before.verified }
    }
    const taken = await work('TAKEN@example.com')
    expect(codeOf(taken.answer)).toBe('cannot_register')
    const fresh = await work('fresh@example.com')
    expect(fresh.answer.statusCode).toBe(200)
    expect([taken.hashed, taken.verified]).toEqual([fresh.hashed, fresh.verified])
    expect(taken.hashed).toBe(1)
  })

  test('of one e-mail 200 times at once makes one player', async () => {
    const request = { email: 'many@example.com', passwordHash: 'x', phone: null, ip: '10.0.0.1' }
    const terms = { codeLength: 8, readBarred: noneBarred }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) =>
        // Single requests and lists of two: a list must not conflict with itself either.
        registerPlayers(harness.deps, terms, at % 2 === 0 ? [request] : [request, { ...request }]),
      ),
    )
    expect(answers.flat()).toHaveLength(300)
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1)
    expect(await emailsLike('many@example.com')).toHaveLength(1)
  })

  test('S6: past the rate of a network needs a proof of work, in that network only', async () => {
    const few = await openIdentityHarness({
      settings: {
        throttles: { ...identitySettings.throttles, 'register-network': { max: 2, seconds: 3600 } },
      },
    })
    expect((await few.register('one@example.com', {}, '10.5.5.1')).statusCode).toBe(200)
    expect((await few.register('two@example.com', {}, '10.5.5.2')).statusCode).toBe(200)
    const third = await few.register('three@example.com', {}, '10.5.5.3')
    expect([third.statusCode, codeOf(third)]).toEqual([500, 'proof_needed'])
    const proof = proofFor(third)
    expect((await few.register('three@example.com', { proof }, '10.5.5.3')).statusCode).toBe(200)
    expect(codeOf(await few.register('four@example.com', { proof }, '10.5.5.3'))).toBe('proof_needed')
    expect((await few.register('five@example.com', {}, '10.5.6.3')).statusCode).toBe(200)
    await few.close()
  })

  test.each([
    'cannot_register',
    'identity_not_confirmed',
    'under_age',
    'national_register_down',
    'person_register_down',
  ] as const)(
    'with a CPF refused as %s registers nobody, and stays counted unless a register is down',
    async (code) => {
      const throttles = { register: { max: 50, seconds: 60 }, 'register-taken': { max: 1, seconds: 60 } }
      const own = await openIdentityHarness({
        settings: { throttles: { ...identitySettings.throttles, ...throttles } },
        mayIdentify: async () => refuse(code),
      })
      const person = { name: 'Ana Lima', cardNo: '529.982.247-25' }
      expect(codeOf(await own.register('one@example.com', person))).toBe(code)
      const again = codeOf(await own.register('two@example.com', person))
      expect(again).toBe(code.endsWith('_down') ? code : 'proof_needed')
      const [kept] = await own.deps.db<{ count: number }[]>`
        select count(*)::int as count from identity_player where email like '%@example.com'`
      expect(kept?.count).toBe(0)
      await own.close()
    },
  )

  test('and a sign-in report the player as active; a failed sign-in does not', async () => {
    const reported: number[] = []
    const own = await openIdentityHarness({ signedIn: (playerId) => void reported.push(playerId) })
    const playerId = (await own.identity.authenticate(await own.newPlayer('here@example.com')))?.playerId
    await own.login('here@example.com', GOOD)
    await own.login('here@example.com', `${GOOD}!`)
    expect(reported).toEqual([playerId, playerId])
    await own.close()
  })

  test('S5: for taken e-mails a network gets few answers, then needs proofs, and then gets none; others continue', async () => {
    const rates = {
      'register-taken': { max: 2, seconds: 60 },
      'register-taken-by-proof': { max: 1, seconds: 60 },
    }
    const few = await openIdentityHarness({
      settings: { throttles: { ...identitySettings.throttles, ...rates } },
    })
    await few.newPlayer('owner@example.com') // uses up nothing
    const here = (email: string, more = {}) => few.register(email, more, '10.5.5.1')
    const byProof = async (email: string) => here(email, { proof: proofFor(await here(email)) })
    expect(codeOf(await here('owner@example.com'))).toBe('cannot_register')
    expect(codeOf(await here('owner@example.com', { pwd: 'short', pwd1: 'short' }))).toBe('weak_password')
    expect((await here('fresh-one@example.com')).statusCode).toBe(200)
    expect(codeOf(await here('owner@example.com'))).toBe('cannot_register')
    expect(codeOf(await here('owner@example.com'))).toBe('proof_needed')
    expect((await byProof('fresh-two@example.com')).statusCode).toBe(200)
    expect(codeOf(await byProof('owner@example.com'))).toBe('cannot_register')
    expect(codeOf(await byProof('owner@example.com'))).toBe('too_many_requests')
    expect((await few.register('fresh-three@example.com', {}, '10.5.6.1')).statusCode).toBe(200)
    await few.close()
  })

  test('S5: of a taken e-mail is mailed to its owner, once a day', async () => {
    const quiet = await openIdentityHarness()
    await quiet.newPlayer('asked-for@example.com')
    const mail = async () => {
      const { deps, mails } = quiet
      const sendMail = async (one: Mail) => void mails.push(one)
      await mailTakenNotices({ deps, settings: identitySettings.reset, sendMail })
      return mails.map(({ to, subject }) => `${to}: ${subject}`)
    }
    expect(await mail()).toEqual([])
    await quiet.register('asked-for@example.com', {}, '10.5.5.1')
    await quiet.register('Asked-For@example.com', {}, '10.5.5.1')
    const one = 'asked-for@example.com: Palpite: somebody tried to register with your e-mail'
    expect(await mail()).toEqual([one])
    await quiet.register('asked-for@example.com', {}, '10.5.5.1')
    expect(await mail()).toEqual([one])
    await quiet.deps.db`update identity_taken_notice set noted_at = now() - interval '1 day'`
    await quiet.register('asked-for@example.com', {}, '10.5.5.1')
    expect(await mail()).toEqual([one, one])
    await quiet.close()
  })

  test('a profile that demands it registers nobody without name and CPF, and identifies the others at once', async () => {
    const strict = await openIdentityHarness({ needsIdentity: true })
    const named = { name: 'Ana Souza', cardNo: '52998224725' }
    expect(codeOf(await strict.register('a@example.com'))).toBe('invalid_name')
    expect(codeOf(await strict.register('a@example.com', { ...named, cardNo: '' }))).toBe('invalid_cpf')
    expect((await strict.register('a@example.com', named)).statusCode).toBe(200)
    expect(await strict.deps.db`select name, cpf from identity_player`).toEqual([
      { name: 'Ana Souza', cpf: '52998224725' },
    ])
    await strict.close()
  })

  test('blocked by the compliance policy creates nobody', async () => {
    const blocked = await openIdentityHarness({ mayRegister: () => refuse('blocked_by_policy') })
    expect(codeOf(await blocked.register('blocked@example.com'))).toBe('blocked_by_policy')
    expect(await blocked.deps.db`select id from identity_player`).toHaveLength(0)
    await blocked.close()
  })
})

describe('an invitation', () => {
  test('is stored three levels up, nearest first', async () => {
    const ids: number[] = []
    let regcode: string | undefined
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const token = await harness.newPlayer(`chain-${name}@example.com`, regcode ? { regcode } : {})
      const player = await playerOf(token)
      ids.push(player?.playerId ?? 0)
      regcode = player?.invitationCode.toLowerCase() // typed in lower case it is the same code
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
    const chains = await readReferrers(harness.deps.db, ids)
    expect(chains.get(e)).toEqual([d, c, b])
    expect(chains.get(b)).toEqual([a])
    expect(chains.get(a)).toEqual([])
    expect(await readInvited(harness.deps.db, a)).toEqual([[b], [c], [d]])
    expect(await readInvited(harness.deps.db, d)).toEqual([[e], [], []])
  })
  test('with an unknown code is ignored', async () => {
    const token = await harness.newPlayer('stranger@example.com', { regcode: 'ZZZZZZZZ' })
    expect(await playerOf(token)).toMatchObject({ referrerId: null })
  })
  test('by oneself is rejected by the database', async () => {
    const token = await harness.newPlayer('self@example.com')
    const id = await playerIdOf(token)
    await expect(
      harness.deps.db`update identity_player set referrer_id = id where id = ${id}`,
    ).rejects.toThrow('identity_player_is_not_own_referrer')
  })
})
