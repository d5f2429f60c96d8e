import { describe, expect, test } from 'vitest'
import { openPasswords } from '../../apps/server/src/identity/credentials/passwords.ts'
import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { openSessions, readPlayers } from '../../apps/server/src/identity/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { ownerOf } from '../test/database.ts'
import { testDevice } from '../test/test-device.ts'
import { type Data, openConflictApps, playersUnder, profileNames } from './conflict-apps.ts'
import { documentsChecked, freshCpf, openOffers, passwordGiven, solveCaptcha } from './players.ts'
import { insist } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/**
 * Where the specification and Brazil's rules conflict, each profile does what it is for. The numbers are those of the table
 * of conflicts; these are of who may play: identity and age, limits and exclusion, sessions.
 */
const apps = openConflictApps()

describe.each(profileNames)('under the profile %s', (profile) => {
  const isSpec = profile === 'spec'
  const { newPlayer, ask, read, codeOf, rollDice } = playersUnder(apps, profile)

  test('C11 nobody stakes before they are identified where the law asks for it', async () => {
    const { token } = await newPlayer({ cents: 100_00, isIdentified: false })
    expect((await rollDice(token)).data['code']).toBe(isSpec ? undefined : 'kyc_needed')
    const [offer] = await openOffers(apps[profile].url)
    const body = { requestId: 'conflicts-0123456789', unitStakeCents: 5_00, ...offer }
    expect(await codeOf({ path: '/api/app/sportsbook/betPlay', token, body })).toBe(
      isSpec ? undefined : 'kyc_needed',
    )
  })

  test('C11 nobody registers without name and CPF where the law asks for both, or while a register of persons is down', async () => {
    const { deps, url, sandboxUrl } = apps[profile]
    const from = '203.0.113.77'
    let drawn = 81_000
    const register = async (name: string, more: object) => {
      drawn += 1
      const solved = await solveCaptcha({ url, sandboxUrl }, { codeId: String(drawn), from })
      const pwd = 'a right password 1'
      const form = {
        username: `${name}@conflicts.example`,
        country: '+55',
        phone: '11987654321',
        pwd,
        pwd1: pwd,
      }
      return codeOf({ path: '/api/auth/user/restRegister', from, body: { ...form, ...more, ...solved } })
    }
    const named = () => ({ name: 'Ana Souza', cardNo: freshCpf(deps) })
    const down = (isDown: boolean) =>
      insist(sandboxUrl, { method: 'PUT', path: '/sandbox/person/state', body: { isDown } })
    const unnamed = await register('unnamed', {})
    await down(true)
    const whileDown = await register('while-down', named())
    await down(false)
    expect([unnamed, whileDown]).toEqual(
      isSpec ? [undefined, undefined] : ['invalid_name', 'person_register_down'],
    )
    expect(await register('named', named())).toBeUndefined()
    const rows = await deps.db<{ email: string }[]>`
      select email from identity_player where email like '%@conflicts.example' order by email`
    expect(rows.map(({ email }) => email.split('@')[0])).toEqual(
      isSpec ? ['named', 'unnamed', 'while-down'] : ['named'],
    )
  })

  test('C11 the first withdrawal waits for a mailed code that confirms the e-mail where the law asks for it', async () => {
    const { deps } = apps[profile]
    const player = await newPlayer({ cents: 200_00 })
    const { playerId, token, cpf } = player
    await passwordGiven(deps, player)
    await deps.db`update identity_player set email_confirmed_at = null where id = ${playerId}`
    const body = {
      payCardBank: 'CPF',
      payCardNo: cpf,
      ifsc: cpf,
      name: 'Ana Souza',
      amount: 50,
      whatsapp: '',
    }
    expect(await codeOf({ path: '/api/app/order/withdraw', token, body })).toBe(
      isSpec ? undefined : 'payee_code_needed',
    )
    const key = { payCardBank: 'CPF', payCardNo: cpf }
    expect((await ask({ path: '/api/app/order/keyCode', token, body: key })).data).toEqual({
      needed: !isSpec,
    })
  })

  test('C11 where the law requires it, players not confirmed by the register of persons neither stake nor pay in', async () => {
    const { deps, sandboxUrl } = apps[profile]
    const { token, playerId } = await newPlayer({ cents: 100_00, isIdentified: false })
    const cpf = freshCpf(deps)
    const describeAs = (path: string, body: Data) => insist(sandboxUrl, { method: 'PUT', path, body })
    const identify = (name: string) =>
      codeOf({ path: '/api/app/user/updateKyc', token, body: { name, cardNo: cpf } })
    await describeAs('/sandbox/person', { cpf, name: 'Ana Souza', status: 'FALECIDO' })
    expect(await identify('Ana Souza')).toBe('identity_not_confirmed')
    await describeAs('/sandbox/person', { cpf, name: 'Ana Souza' })
    expect(await identify('Outra Pessoa')).toBe('identity_not_confirmed')
    await describeAs('/sandbox/person/state', { isDown: true })
    // In the other profile they are recorded, and asked about once it is back.
    expect(await identify('Ana Souza')).toBe(isSpec ? undefined : 'person_register_down')
    await describeAs('/sandbox/person/state', { isDown: false })
    expect(await identify('Ana Souza')).toBe(isSpec ? 'kyc_already_done' : undefined)
    // As if they had been known before anybody asked.
    await deps.db`
      update identity_player set birth_date = null, person_checked_at = null, person_asked_at = now()
       where id = ${playerId}`
    const body = { gift: '0', pkgId: 'brl-100' }
    const refusals = [
      (await rollDice(token)).data['code'],
      await codeOf({ path: '/api/app/order/prePay/brl-100', token, body }),
    ]
    expect(refusals).toEqual(Array(2).fill(isSpec ? undefined : 'identity_not_confirmed'))
  })

  test('C21 no minor registers or is identified, in either profile: the register has the date of birth', async () => {
    const { deps, sandboxUrl } = apps[profile]
    const cpf = freshCpf(deps)
    const birthDate = `${new Date().getFullYear() - 17}-12-31`
    await insist(sandboxUrl, { method: 'PUT', path: '/sandbox/person', body: { cpf, birthDate } })
    const { token, playerId } = await newPlayer({ isIdentified: false })
    const body = { name: 'Ana Souza', cardNo: cpf }
    expect(await codeOf({ path: '/api/app/user/updateKyc', token, body })).toBe('under_age')
    expect((await readPlayers(deps.db, [playerId])).get(playerId)).toMatchObject({
      cpf: null,
      birthDate: null,
    })
    expect(
      await codeOf({ path: '/api/app/user/updateKyc', token, body: { ...body, cardNo: freshCpf(deps) } }),
    ).toBe(undefined)
    expect((await readPlayers(deps.db, [playerId])).get(playerId)?.birthDate).toBe('1990-01-01')
  })

  test('C12 limits, pauses and self-exclusion hold in every profile', async () => {
    const { token } = await newPlayer({ cents: 100_00 })
    const limit = { kind: 'bets', period: 'day', amount: 1 }
    expect(await codeOf({ path: '/api/app/protection/limit', token, body: limit })).toBeUndefined()
    await rollDice(token)
    expect((await rollDice(token)).data['code']).toBe('bet_count_limit')
    const exclusion = { length: 'forever' }
    expect(await codeOf({ path: '/api/app/protection/exclusion', token, body: exclusion })).toBeUndefined()
    expect((await rollDice(token)).data['code']).toBe('self_excluded')
  })

  test('C12 nobody stakes or pays in before they set a limit of loss and one of time where the law asks for both', async () => {
    const { deps } = apps[profile]
    const { token, playerId } = await newPlayer({ cents: 100_00 })
    await ownerOf(deps.db)`delete from protection_own_limit where player_id = ${playerId}`
    const topUp = { path: '/api/app/order/prePay/brl-100', token, body: { gift: '0', pkgId: 'brl-100' } }
    const needed = async () => (await read('/api/app/protection/limits', token))['needed']
    expect(await needed()).toEqual(isSpec ? [] : ['loss', 'time'])
    const set = (kind: string) =>
      codeOf({ path: '/api/app/protection/limit', token, body: { kind, period: 'week', amount: 50_00 } })
    for (const kind of ['loss', 'time']) {
      const codes = [(await rollDice(token)).data['code'], await codeOf(topUp)]
      expect(codes).toEqual(Array(2).fill(isSpec ? undefined : 'limits_needed'))
      expect(await set(kind)).toBeUndefined()
    }
    expect(await needed()).toEqual([])
    expect([(await rollDice(token)).data['code'], await codeOf(topUp)]).toEqual([undefined, undefined])
  })

  test('C12 each access begins with the risks of betting where the law asks for it, and it is kept that it did', async () => {
    const { deps } = apps[profile]
    const { token, playerId } = await newPlayer()
    expect((await read('/api/app/protection/policy'))['tellsRisks']).toBe(!isSpec)
    const due = async (of: string) => (await read('/api/app/protection/limits', of))['risksDue']
    expect(await due(token)).toBe(!isSpec)
    const reported = { path: '/api/app/protection/risks', token, body: {} }
    expect([await codeOf(reported), await codeOf(reported)]).toEqual([undefined, undefined])
    expect(await due(token)).toBe(false)
    const [next] = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
    expect(await due(next?.token ?? '')).toBe(!isSpec)
    const kept = await deps.db<{ policy: string }[]>`
      select policy_version as policy from protection_told_risks where player_id = ${playerId}`
    expect(kept).toEqual([
      { policy: apps[profile].deps.config.COMPLIANCE_PROFILE === 'spec' ? 'spec-16' : 'br-spa-15' },
    ])
  })

  test('C12 an exclusion holds in every account with the same CPF', async () => {
    const [one, two] = [await newPlayer(), await newPlayer({ cents: 100_00, isIdentified: false })]
    const kyc = { name: 'Ana Souza', cardNo: one.cpf }
    expect(await codeOf({ path: '/api/app/user/updateKyc', token: two.token, body: kyc })).toBeUndefined()
    await documentsChecked(apps[profile].deps, [two.playerId])
    expect((await rollDice(two.token)).data['code']).toBeUndefined()
    const body = { length: '3m' }
    expect(await codeOf({ path: '/api/app/protection/exclusion', token: one.token, body })).toBeUndefined()
    expect((await rollDice(two.token)).data['code']).toBe('self_excluded')
  })

  test('C12 players in the national register cannot stake; while it is down nobody is identified where the law requires it', async () => {
    const { deps, sandboxUrl } = apps[profile]
    const register = (path: string, body: Data) =>
      fetch(`${sandboxUrl}/sandbox/impeded${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const identify = (token: string, cardNo: string) =>
      codeOf({ path: '/api/app/user/updateKyc', token, body: { name: 'Ana Souza', cardNo } })
    const [impeded, other] = [
      await newPlayer({ cents: 100_00, isIdentified: false }),
      await newPlayer({ isIdentified: false }),
    ]
    const cpf = freshCpf(deps)
    await register('', { cpf, reason: 'self_excluded' })
    expect(await identify(impeded.token, cpf)).toBeUndefined()
    await documentsChecked(deps, [impeded.playerId])
    expect((await rollDice(impeded.token)).data['code']).toBe('impeded')
    const topUp = rightRequest('POST /api/app/order/prePayAmount')
    const body = { gift: '0', amountCents: 50_00 }
    expect(await codeOf({ ...topUp, token: impeded.token, body })).toBe('impeded')
    const { breaks } = await read('/api/app/protection/limits', impeded.token)
    expect(breaks).toMatchObject([{ kind: 'impeded', endsAt: null }])

    await register('/state', { isDown: true })
    expect(await identify(other.token, freshCpf(deps))).toBe(isSpec ? undefined : 'national_register_down')
    expect((await rollDice(impeded.token)).data['code']).toBe('impeded')
    await register('/state', {})
    expect(await identify(other.token, freshCpf(deps))).toBe(isSpec ? 'kyc_already_done' : undefined)
  })

  test('C12 who closes the account while excluded is excluded in every other one with the same CPF', async () => {
    const { deps } = apps[profile]
    const player = await newPlayer()
    const password = 'correct horse battery'
    const hash = await openPasswords(
      { ...identitySettings.password, memoryKib: 64, passes: 1 },
      deps.random,
    ).hash(password)
    await deps.db`update identity_player set password_hash = ${hash} where id = ${player.playerId}`
    const exclusion = { length: 'forever' }
    await ask({ path: '/api/app/protection/exclusion', token: player.token, body: exclusion })
    const body = { pwd: password, givesUpBonus: false, deletesNow: false }
    expect(await codeOf({ path: '/api/app/user/closeAccount', token: player.token, body })).toBeUndefined()
    expect(await codeOf({ path: '/api/app/user/userInfo', token: player.token })).toBe('logged_out')
    const other = await newPlayer({ cents: 100_00, isIdentified: false })
    const kyc = { name: 'Ana Souza', cardNo: player.cpf }
    expect(await codeOf({ path: '/api/app/user/updateKyc', token: other.token, body: kyc })).toBeUndefined()
    await documentsChecked(deps, [other.playerId])
    expect((await rollDice(other.token)).data['code']).toBe('self_excluded')
  })

  test('C13 who has been away for half an hour signs in again where the law asks for it', async () => {
    const { playerId, token } = await newPlayer()
    await apps[profile].deps.db`
      update identity_session set last_seen_at = now() - interval '31 minutes' where player_id = ${playerId}`
    expect(await codeOf({ path: '/api/app/user/userInfo', token })).toBe(isSpec ? undefined : 'logged_out')
  })

  test('C13 a password alone opens no session where the law asks for a second factor: a code is mailed', async () => {
    const { deps, url, sandboxUrl } = apps[profile]
    const { playerId, email } = await newPlayer()
    const password = 'a right password 1'
    const passwordHash = await openPasswords(identitySettings.password, deps.random).hash(password)
    await deps.db`update identity_player set password_hash = ${passwordHash} where id = ${playerId}`
    const from = '203.0.113.78'
    const solved = await solveCaptcha({ url, sandboxUrl }, { codeId: '82001', from })
    const body = { username: email, pwd: password, ...solved }
    const answered = await ask({ path: '/api/auth/user/restLogin', from, body })
    expect(answered.data['code']).toBe(isSpec ? undefined : 'country_code_needed')
    expect(typeof answered.data['access_token']).toBe(isSpec ? 'string' : 'undefined')
  })

  test('C13 a second factor counts for seven days where the law asks for it, also on a trusted device', async () => {
    const { deps } = apps[profile]
    const { playerId } = await newPlayer()
    await deps.db`update identity_player set second_factor_at = now() where id = ${playerId}`
    const deviceHash = deps.random.hex(32).slice(0, 43)
    await deps.db`
      insert into identity_known_device (player_id, device_hash, trusted_until)
      values (${playerId}, ${deviceHash}, now() + interval '1 day')`
    const from = { playerId, ip: '127.0.0.1', device: testDevice }
    const { factorSeconds } = policyOf({ COMPLIANCE_PROFILE: profile }).session
    const opened = await openSessions(
      deps,
      [
        { ...from, deviceHash },
        { ...from, factor: 'code' },
      ],
      { factorSeconds },
    )
    const until = await deps.db<{ days: number | null }[]>`
      select round(extract(epoch from factor_until - now()) / 86400)::int as days
        from identity_session where player_id = ${playerId} and factor is not null order by id`
    expect(until.map(({ days }) => days)).toEqual(isSpec ? [null, null] : [1, 7])
    if (isSpec) return
    await deps.db`update identity_session set factor_until = now() where player_id = ${playerId}`
    for (const { token } of opened)
      expect(await codeOf({ path: '/api/app/user/userInfo', token })).toBe('logged_out')
  })
})
