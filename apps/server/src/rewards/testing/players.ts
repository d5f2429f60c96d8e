import { isValidCpf } from '@palpite/money'
import { recordKyc, registerPlayers, writeCheckedDocuments } from '../../identity/index.ts'
import { countTurnover, lockAccounts, post, readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../../protection/index.ts'
import { type Rewards, rewardsSettings } from '../settings.ts'

/** The rewards as commands receive them, under a policy profile. */
export const rewardsOf = (deps: Deps, profile: 'spec' | 'br-spa' = 'spec'): Rewards => ({
  deps,
  policy: policyOf({ COMPLIANCE_PROFILE: profile }),
  settings: rewardsSettings,
})

export type Wish = { regCode?: string; isTest?: boolean; isIdentified?: boolean; ip?: string; cpf?: string }

export type RewardedPlayer = { playerId: number; code: string; cpf: string }

let made = 0

function freshCpf(): string {
  made += 1
  const body = String(200_000_000 + made)
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${body}${String(digits).padStart(2, '0')}`
    if (isValidCpf(cpf)) return cpf
  }
  throw new Error('every nine digits have two check digits')
}

/** Registers players, each identified and with an IP address of their own unless `wishes` say otherwise. */
export async function newPlayers(deps: Deps, wishes: readonly Wish[]): Promise<RewardedPlayer[]> {
  const answers = await registerPlayers(
    deps,
    wishes.map(({ regCode, isTest = false, ip = '127.0.0.1' }) => ({
      email: `p${deps.random.hex(8)}@example.com`,
      passwordHash: 'none',
      phone: null,
      ip,
      isTest,
      ...(regCode === undefined ? {} : { regCode }),
    })),
  )
  const ids = answers.flatMap((answer) => (answer.ok ? [answer.value.playerId] : []))
  const cpfs = wishes.map(({ cpf }) => cpf ?? freshCpf())
  const known = ids.flatMap((playerId, at) =>
    wishes[at]?.isIdentified === false
      ? []
      : [{ playerId, name: 'Ana Souza', cpf: cpfs[at] ?? '', birthDate: '1990-01-01' }],
  )
  if (known.length > 0)
    await deps.db.begin(async (tx) => {
      await recordKyc(tx, known)
      await writeCheckedDocuments(tx, known)
    })
  const codes = await deps.db<{ playerId: number; code: string }[]>`
    select id as "playerId", invitation_code as code from identity_player where id = any(${ids}::bigint[])`
  return ids.map((playerId, at) => ({
    playerId,
    code: codes.find((one) => one.playerId === playerId)?.code ?? '',
    cpf: cpfs[at] ?? '',
  }))
}

export async function newPlayer(deps: Deps, wish: Wish = {}): Promise<RewardedPlayer> {
  const [player] = await newPlayers(deps, [wish])
  if (!player) throw new Error('a fresh player registers')
  return player
}

/**
 * Counts own-money stakes as settled today, in a game whose stakes count fully towards wagering; `unrewardedCents` of
 * them earn no rewards.
 */
export const settleStakes = (
  deps: Deps,
  playerIds: readonly number[],
  settledCents: number,
  unrewardedCents = 0,
): Promise<void> =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      countTurnover(batch, {
        playerId,
        stakedCents: settledCents,
        settledCents,
        wageredCents: settledCents,
        contributedE4: settledCents * 10_000,
        unrewardedCents,
      })
    }
    await post(tx, batch)
  })

/** Inserts a credited top-up as the cashier stores it, without moving money. Answers its order id. */
export async function topUp(
  deps: Deps,
  playerId: number,
  amountCents: number,
  payer?: string,
): Promise<string> {
  const [id, charge_ref, payNo] = [deps.random.hex(16), deps.random.hex(16), deps.random.hex(16)]
  await deps.db`
    insert into cashier_order (id, pay_no, charge_ref, player_id, package_id, amount_cents, wants_bonus_grant,
                               first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, status,
                               br_code, expires_at, credited_at)
    values (${id}, ${payNo}, ${charge_ref}, ${playerId}, 'brl-20', ${amountCents}, false, 0, 0, 1, 2, 'credited', 'code',
            now(), now())`
  await deps.db`
    insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, payer_sha256,
                               paid_at)
    select ${`E${id}`}, ${id}, ${playerId}, ${amountCents}, 0, 'credited',
           not exists (select from cashier_topup where player_id = ${playerId} and is_first), ${payer ?? null}, now()`
  return id
}

/** Tops up and stakes enough to make an invitee valid. */
export async function makeValid(deps: Deps, playerIds: readonly number[]): Promise<void> {
  for (const playerId of playerIds) await topUp(deps, playerId, 2_000)
  await settleStakes(deps, playerIds, 2_000)
}

export async function balancesOf(deps: Deps, playerId: number) {
  const { cashCents = 0, bonusCents = 0 } = (await readBalances(deps.db, [playerId])).get(playerId) ?? {}
  return { cashCents, bonusCents }
}

export const requestIdOf = (deps: Deps) => deps.random.hex(16)
