import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasswords } from '../../apps/server/src/identity/credentials/passwords.ts'
import { identitySettings } from '../../apps/server/src/identity/settings.ts'
import { openSessions, readPlayers, seedTestAccount } from '../../apps/server/src/identity/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { calls, type Call, type CallKey } from '../../packages/contract/src/index.ts'
import { languages } from '../../packages/contract/src/languages.ts'
import { ownerOf } from '../test/database.ts'
import { testDevice } from '../test/test-device.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import {
  type AttackingPlayer,
  centsOf,
  documentsChecked,
  freshCpf,
  openOffers,
  openPlayers,
  passwordGiven,
} from './players.ts'
import { type Asked, insist } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/**
 * Where the specification and Brazil's rules conflict, each profile follows its own. The numbers are those of the
 * table of conflicts; what only a browser shows has its tests in the player app.
 */
const apps = {} as Record<'spec' | 'br-spa', AttackedApp>
const COUNTRY_HEADER = 'x-client-country'

const LICENCE = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}
const folder = mkdtempSync(join(tmpdir(), 'palpite-conflicts-'))
const LICENCE_FILE = join(folder, 'licence.json')

beforeAll(async () => {
  writeFileSync(LICENCE_FILE, JSON.stringify(LICENCE))
  apps.spec = await openAttackedApp({ COUNTRY_HEADER })
  apps['br-spa'] = await openAttackedApp({ COUNTRY_HEADER, LICENCE_FILE, COMPLIANCE_PROFILE: 'br-spa' })
})

afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  rmSync(folder, { recursive: true })
})

/** For background jobs on a busy machine. */
const patience = { timeout: 60_000, interval: 200 }

type Wish = { cents?: number; isIdentified?: boolean }
type Data = Record<string, unknown>

describe.each(['spec', 'br-spa'] as const)('under the profile %s', (profile) => {
  const isSpec = profile === 'spec'
  const newPlayer = async (wish: Wish = {}): Promise<AttackingPlayer> =>
    (await openPlayers(apps[profile].deps, [wish]))[0] as AttackingPlayer
  const ask = (asked: Asked) =>
    insist(apps[profile].url, { ...asked, headers: { [COUNTRY_HEADER]: 'BR', ...asked.headers } })
  const read = async (path: string, token?: string): Promise<Data> =>
    (await ask({ path, ...(token !== undefined && { token }) })).data
  const codeOf = async (asked: Asked) => {
    const { status, data } = await ask(asked)
    return status === 200 ? undefined : data['code']
  }
  const rollDice = (token: string, headers: Record<string, string> = {}) => {
    const dice = rightRequest('POST /api/app/games/dice/betPlay')
    const requestId = `conflicts-${apps[profile].deps.random.hex(8)}`
    return ask({ ...dice, body: { ...(dice.body as Data), requestId }, token, headers })
  }
  const withdrawal = async (body: Data) => {
    const player = await newPlayer({ cents: 100_00 })
    await passwordGiven(apps[profile].deps, player)
    const own = {
      ifsc: '',
      name: 'Ana Souza',
      amount: 50,
      whatsapp: '',
      payCardBank: 'CPF',
      payCardNo: player.cpf,
    }
    return codeOf({ path: '/api/app/order/withdraw', token: player.token, body: { ...own, ...body } })
  }

  /** Opens an order of R$ 100 and has this payer pay it at the sandbox bank. */
  const paidIn = async ({ token }: { token: string }, payer: { nome: string; cpf: string }) => {
    const { url, sandboxUrl } = apps[profile]
    const body = { gift: '0', pkgId: 'brl-100' }
    const opened = await ask({ path: '/api/app/order/prePay/brl-100', token, body })
    expect(opened.status).toBe(200)
    const { orderId, payNo } = opened.data as { orderId: string; payNo: string }
    const html = await (await fetch(`${url}/pay/${payNo}`)).text()
    const [, code] = /<textarea[^>]*>([^<]+)<\/textarea>/.exec(html) ?? []
    const paid = await insist(sandboxUrl, { path: '/sandbox/pay', body: { code, payer } })
    return { orderId, endToEndId: (JSON.parse(paid.text) as { endToEndId: string }).endToEndId }
  }

  test('C1 USDT brings no money in and takes none out where crypto is forbidden', async () => {
    const { token } = await newPlayer()
    const { withdrawMethods } = await read('/api/app/protection/policy')
    expect(withdrawMethods).toEqual(isSpec ? ['CPF', 'CNPJ', 'USDT'] : ['CPF'])
    const { cardInfo } = await read('/api/app/order/getWithdraw', token)
    expect((cardInfo as { CHANNEL: string[] }).CHANNEL.includes('CNPJ')).toBe(isSpec)
    // No chain node is connected here; tests in `cashier` show a USDT payout where it is allowed.
    const code = await withdrawal({ payCardBank: 'USDT', payCardNo: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' })
    expect(code).toBe('withdraw_method_closed')
  })

  test('C2 withdrawals go only to the own CPF where the law requires it', async () => {
    const { deps } = apps[profile]
    expect(await withdrawal({ payCardBank: 'CNPJ', payCardNo: '11222333000181' })).toBe(
      isSpec ? 'payee_code_needed' : 'withdraw_method_closed',
    )
    expect(await withdrawal({ payCardNo: freshCpf(deps) })).toBe(
      isSpec ? 'payee_code_needed' : 'withdraw_own_cpf_only',
    )
    expect(await withdrawal({})).toBeUndefined()
  })

  test('C3 what another CPF pays goes back to it by itself where only the own one may pay', async () => {
    const { deps } = apps[profile]
    const { token, playerId } = await newPlayer()
    const { orderId, endToEndId } = await paidIn({ token }, { nome: 'Outra Pessoa', cpf: freshCpf(deps) })
    const order = async () => {
      const { status, reason } = await read(`/api/app/order/getStatus/${orderId}`, token)
      return { status, reason }
    }
    const end = isSpec ? { status: '10', reason: null } : { status: '01', reason: 'other_payer' }
    await expect.poll(order, patience).toEqual(end)
    expect((await centsOf(deps, playerId)) > 0).toBe(isSpec)
    if (isSpec) return
    // Tests in `cashier` show that the bank executes it, also on a retry.
    const [topUp] = await deps.db<{ state: string }[]>`
      select state from cashier_topup where provider_ref = ${endToEndId}`
    expect(['to_return', 'returned']).toContain(topUp?.state)
  })

  test('C4 packages bring gifts, and stakes earn a game bonus, only where gifts are allowed', async () => {
    const { token } = await newPlayer()
    const packages = (await read('/api/app/order/getPrices', token)) as unknown as { gift: number }[]
    expect(packages.some(({ gift }) => gift > 0)).toBe(isSpec)
    const { gameBonus } = await read('/api/app/rewards/rules')
    expect(gameBonus === null).toBe(!isSpec)
  })

  test.each([
    ['C5 levels by topping up', ['vip']],
    ['C7 money for inviting others', ['invitations', 'ladder']],
    ['C8 promotions with an end', ['checkIn']],
  ])('%s: the specification’s alone', async (_, paths) => {
    const { token } = await newPlayer()
    for (const path of paths)
      expect(await codeOf({ path: `/api/app/rewards/${path}`, token }), path).toBe(
        isSpec ? undefined : 'blocked_by_policy',
      )
  })

  test('C6 own money that was just paid in leaves unstaked where it need not be wagered', async () => {
    const { deps } = apps[profile]
    const player = await newPlayer()
    await passwordGiven(deps, player)
    await paidIn(player, { nome: 'Ana Souza', cpf: player.cpf })
    await expect.poll(() => centsOf(deps, player.playerId), patience).toBeGreaterThan(0)
    const { wdAmount } = await read('/api/app/order/getWithdraw', player.token)
    expect(wdAmount).toBe(isSpec ? 0 : 100)
    const key = { ifsc: '', name: 'Ana Souza', whatsapp: '', payCardBank: 'CPF', payCardNo: player.cpf }
    const path = '/api/app/order/withdraw'
    expect(await codeOf({ path, token: player.token, body: { ...key, amount: 100 } })).toBe(
      isSpec ? 'withdraw_nothing' : undefined,
    )
  })

  test('C9 the app opens the deposit panel unasked only where it may', async () => {
    expect((await read('/api/app/protection/policy'))['opensDepositByItself']).toBe(isSpec)
  })

  test('C10 the figure of players online is their count where figures may not be made up', async () => {
    const online = await read('/api/app/games/online')
    const made = { isCount: false, factor: 101, randomBelow: 100 }
    expect(online).toMatchObject(isSpec ? made : { isCount: true, factor: 1, randomBelow: 0 })
    const { deps } = apps[profile]
    const [seen] = await deps.db<{ players: number }[]>`
      select count(distinct session.player_id)::int as players
        from identity_session session join identity_player player on player.id = session.player_id
       where session.last_seen_at > now() - interval '5 minutes' and not player.is_test`
    expect(online['players']).toBe(seen?.players)
  })

  test('C11 unidentified players cannot stake where the law requires identification', async () => {
    const { token } = await newPlayer({ cents: 100_00, isIdentified: false })
    expect((await rollDice(token)).data['code']).toBe(isSpec ? undefined : 'kyc_needed')
    const [offer] = await openOffers(apps[profile].url)
    const body = { requestId: 'conflicts-0123456789', unitStakeCents: 5_00, ...offer }
    expect(await codeOf({ path: '/api/app/sportsbook/betPlay', token, body })).toBe(
      isSpec ? undefined : 'kyc_needed',
    )
  })

  test('C11 a player the register of persons does not confirm can neither stake nor pay in where the law requires it', async () => {
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
    // In the other profile they are recorded, and checked once it is back.
    expect(await identify('Ana Souza')).toBe(isSpec ? undefined : 'person_register_down')
    await describeAs('/sandbox/person/state', { isDown: false })
    expect(await identify('Ana Souza')).toBe(isSpec ? 'kyc_already_done' : undefined)
    // As if they had been recorded before checks existed.
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

  test('C21 nobody under age registers or is identified, in any profile: the register gives the date of birth', async () => {
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
    const told = { path: '/api/app/protection/risks', token, body: {} }
    expect([await codeOf(told), await codeOf(told)]).toEqual([undefined, undefined])
    expect(await due(token)).toBe(false)
    const [next] = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
    expect(await due(next?.token ?? '')).toBe(!isSpec)
    const kept = await deps.db<{ policy: string }[]>`
      select policy_version as policy from protection_told_risks where player_id = ${playerId}`
    expect(kept).toEqual([
      { policy: apps[profile].deps.config.COMPLIANCE_PROFILE === 'spec' ? 'spec-14' : 'br-spa-13' },
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

  test('C12 a player the national register names cannot stake; while it is down nobody is identified where the law requires it', async () => {
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

  test('C12 closing an account while excluded excludes every other one with the same CPF', async () => {
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

  test('C13 a session ends after half an hour idle where the law requires it', async () => {
    const { playerId, token } = await newPlayer()
    await apps[profile].deps.db`
      update identity_session set last_seen_at = now() - interval '31 minutes' where player_id = ${playerId}`
    expect(await codeOf({ path: '/api/app/user/userInfo', token })).toBe(isSpec ? undefined : 'logged_out')
  })

  test('C13 a second factor counts for seven days where the law requires it, also on a trusted device', async () => {
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

  test('C14 withdrawals are bounded in number only by the specification, and promised within two hours', async () => {
    const { deps } = apps[profile]
    expect((await read('/api/app/protection/policy'))['countsWithdrawals']).toBe(isSpec)
    const players = await Promise.all([newPlayer({ cents: 100_00 }), newPlayer({ cents: 5_000_00 })])
    // Large enough that the second one waits for operators.
    const amounts = [50, 5_000]
    for (const [at, player] of players.entries()) {
      await passwordGiven(deps, player)
      const key = { ifsc: '', name: 'Ana Souza', whatsapp: '', payCardBank: 'CPF', payCardNo: player.cpf }
      const body = { ...key, amount: amounts[at] }
      expect(await codeOf({ path: '/api/app/order/withdraw', token: player.token, body })).toBeUndefined()
    }
    const promised = await deps.db<{ minutes: number }[]>`
      select extract(epoch from promised_at - requested_at)::int / 60 as minutes from cashier_withdrawal
       where player_id = any(${players.map(({ playerId }) => playerId)}::bigint[]) order by amount_cents`
    expect(promised.map(({ minutes }) => minutes)).toEqual([10, 120])
  })

  test('C15 a withdrawal costs a fee only by the specification', async () => {
    const { token } = await newPlayer({ cents: 100_00 })
    const { serviceAmount } = await read('/api/app/order/getWithdraw', token)
    expect(Number(serviceAmount) > 0).toBe(isSpec)
  })

  test('C16 the home footer shows the licence where there is one', async () => {
    const { licence } = await read('/api/app/protection/policy')
    expect(licence).toEqual(isSpec ? null : LICENCE)
  })

  test('C17 the app is only in Portuguese where it is licensed for Brazil', async () => {
    const { locales } = await read('/api/app/protection/policy')
    expect(locales).toHaveLength(isSpec ? languages.length : 1)
    expect(locales).toContain('pt-BR')
  })

  test('C18 money of the test account cannot be withdrawn, in any profile', async () => {
    const { deps } = apps[profile]
    const { playerId } = await seedTestAccount(deps)
    const [session] = await openSessions(deps, [{ playerId, ip: '127.0.0.1', device: testDevice }])
    const token = session?.token ?? ''
    expect(await codeOf({ ...rightRequest('POST /api/app/order/withdraw'), token })).toBe('shared_account')
  })

  test('C19 a yearly statement of bets by tax category exists where the law requires it', async () => {
    const { token } = await newPlayer({ cents: 100_00 })
    expect((await rollDice(token)).data['code']).toBeUndefined()
    for (const call of ['betResults?', 'betResultsFile?format=csv&']) {
      const path = `/api/app/user/${call}year=${new Date().getFullYear()}`
      expect(await codeOf({ path, token })).toBe(isSpec ? 'blocked_by_policy' : undefined)
    }
  })

  test('C19 every game publishes its return', async () => {
    const rules = (await read('/api/app/games/rules')) as unknown as { returnToPlayer: number }[]
    expect(rules.length).toBeGreaterThanOrEqual(6)
    for (const { returnToPlayer } of rules) expect(returnToPlayer).toBeGreaterThan(0.9)
  })

  test('C20 from abroad nobody registers, stakes or pays in under a Brazilian licence; withdrawals stay open', async () => {
    const { token } = await newPlayer({ cents: 100_00 })
    const within = (Object.keys(calls) as CallKey[]).filter((key) => (calls[key] as Call).isWithinLicence)
    expect(within.length).toBeGreaterThanOrEqual(13)
    for (const country of ['PT', 'T1', '']) {
      for (const key of within) {
        const { data } = await ask({ ...rightRequest(key), token, headers: { [COUNTRY_HEADER]: country } })
        expect(data['code'] === 'outside_licence', `${key} from '${country}'`).toBe(!isSpec)
      }
    }
    expect((await rollDice(token, { [COUNTRY_HEADER]: 'br' })).data['code']).not.toBe('outside_licence')
    const leaving = { ...rightRequest('POST /api/app/order/withdraw'), headers: { [COUNTRY_HEADER]: 'PT' } }
    expect(await codeOf({ ...leaving, token })).not.toBe('outside_licence')
  })

  test('C22 the URL of the support chat contains no player data', async () => {
    const { token, email, playerId } = await newPlayer()
    const { text } = await ask({ path: '/api/app/support/channels', token })
    for (const own of [email, playerId]) expect(text).not.toMatch(new RegExp(`\\b${own}\\b`))
  })

  test('C23 what the app asks before it measures a purchase, a break, is told at once; no script of others runs beside it', async () => {
    const { token } = await newPlayer()
    const kinds = async () =>
      ((await read('/api/app/protection/limits', token))['breaks'] as { kind: string }[]).map(
        ({ kind }) => kind,
      )
    expect(await kinds()).toEqual([])
    await ask({ path: '/api/app/protection/exclusion', token, body: { length: '3m' } })
    expect(await kinds()).toEqual(['exclusion'])
    const page = await fetch(`${apps[profile].url}/home`)
    const scripts = /script-src ([^;]+)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    expect(scripts).toMatch(/'self'/)
    expect(scripts).not.toMatch(/https?:|\*|unsafe-inline/)
  })
})
