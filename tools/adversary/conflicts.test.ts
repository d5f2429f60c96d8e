import { describe, expect, test } from 'vitest'
import { openSessions, seedTestAccount } from '../../apps/server/src/identity/index.ts'
import { calls, type Call, type CallKey } from '../../packages/contract/src/index.ts'
import { languages } from '../../packages/contract/src/languages.ts'
import { testDevice } from '../test/test-device.ts'
import {
  COUNTRY_HEADER,
  LICENCE,
  openConflictApps,
  patience,
  playersUnder,
  profileNames,
} from './conflict-apps.ts'
import { centsOf, freshCpf, passwordGiven } from './players.ts'
import { rightRequest } from './wrong-requests.ts'

/**
 * Where the specification and Brazil's rules conflict, each profile does what it is for. The numbers are those of the table
 * of conflicts; those of persons (C11 to C13, C21) stand in `conflicts-of-persons.test.ts`, and what only a browser shows in the player app.
 */
const apps = openConflictApps()

describe.each(profileNames)('under the profile %s', (profile) => {
  const isSpec = profile === 'spec'
  const { newPlayer, ask, read, codeOf, rollDice, withdrawal, paidIn } = playersUnder(apps, profile)

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
    const codes = await Promise.all(paths.map((path) => codeOf({ path: `/api/app/rewards/${path}`, token })))
    expect(codes).toEqual(paths.map(() => (isSpec ? undefined : 'blocked_by_policy')))
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

  test('C23 a break is reported at once to the app, which checks it before measuring a purchase; no third-party script runs', async () => {
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
