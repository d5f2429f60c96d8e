import { endInBook } from '../../apps/server/src/cashier/withdrawals/end-withdrawals.ts'
import {
  feeBpsOf,
  feeSplit,
  withdrawalsLeft,
  withdrawRefusal,
} from '../../apps/server/src/cashier/withdrawals/rules.ts'
import { cashierDefaults } from '../../apps/server/src/cashier/settings.ts'
import { nodeHmac } from '../../apps/server/src/games/seeds/seeds.ts'
import { noOpenRounds } from '../../apps/server/src/games/draws/open-rounds.ts'
import { decideRounds, type PlayRound } from '../../apps/server/src/games/rounds/rules.ts'
import { gamesSettings } from '../../apps/server/src/games/settings.ts'
import { balanceOf, move, owedCents, repayDebt } from '../../apps/server/src/ledger/index.ts'
import { openActivity } from '../../apps/server/src/platform/deps.ts'
import {
  changedLimit,
  type LimitState,
  noLimit,
  type PlayerRules,
} from '../../apps/server/src/protection/rules.ts'
import { policyOf, type StakeGate } from '../../apps/server/src/protection/index.ts'
import { wageringSettings } from '../../apps/server/src/wagering/index.ts'
import { Broken, end, lockAccounts, open, post, type Steps, type World } from './ledger.ts'
import { read, readAll, type Tx, write } from './store.ts'

/** A request's answer: what was done, or why not. */
export type Answer = { ok: true; value: string } | { ok: false; code: string }

const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })
export const idKey = (kind: string, playerId: number, requestId: string): string =>
  `${kind}:${playerId}:${requestId}`
const ID_BLOCK = 1024
const firstId = (world: World): number => (world.lastId += ID_BLOCK)

/** The row of an earlier request. */
export const earlierId = ({ store, fault }: World, tx: Tx, key: string): string | undefined =>
  fault === 'repeats_unseen' ? undefined : read(store, tx, 'key', key)

/** Locks the accounts and reads what admits stakes, as protection's `admitStakes`. */
export function* admitStakes(world: World, tx: Tx, playerIds: readonly number[]): Steps<StakeGate> {
  const readRules = () =>
    new Map(
      playerIds.flatMap((id): [number, PlayerRules][] => {
        const amount = read(world.store, tx, 'limit', String(id))?.amount ?? null
        if (amount === null) return []
        return [[id, { limits: [{ kind: 'stake', period: 'day', amount }], breaks: [], accountIds: [] }]]
      }),
    )
  const early = world.fault === 'limits_before_lock' ? readRules() : undefined
  const batch = yield* lockAccounts(world, tx, playerIds)
  return {
    batch,
    policy,
    statuses: new Map(),
    rules: early ?? readRules(),
    earlier: new Map(),
    elsewhere: new Map(),
    bonusRules: wageringSettings,
    activity: openActivity(),
  }
}

/** At the end of a list no player has staked more than the daily limit. */
export function checkLimits({ store }: World, playerIds: readonly number[]): void {
  for (const id of playerIds) {
    const amount = store.tables.limit.get(String(id))?.amount ?? null
    const staked = store.tables.day.get(String(id))?.stakedCents ?? 0
    if (amount !== null && staked > amount)
      throw new Broken(`player ${id} staked ${staked} past a limit of ${amount}`)
  }
}

/** Rounds of dice, as the games' `playRounds`. */
export function* playRounds(world: World, requests: readonly PlayRound[]): Steps<Answer[]> {
  const { store } = world
  const tx = open(world, 'rounds')
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const gate = yield* admitStakes(world, tx, playerIds)
  const earlier = requests.flatMap(({ playerId, requestId }) => {
    const id = earlierId(world, tx, idKey('round', playerId, requestId))
    return id === undefined ? [] : (store.tables.round.get(id) ?? [])
  })
  const first = firstId(world)
  const seeds = playerIds.map((playerId) => ({
    pairId: playerId,
    playerId,
    serverSeed: `seed of ${playerId}`,
    serverSeedHash: '',
    clientSeed: 'client',
    algorithm: 'v1',
    firstId: first,
    atMs: world.now,
    ...(read(store, tx, 'seeds', String(playerId)) ?? { nonce: 0, lastRoundAtMs: null }),
  }))
  const { answers, rounds } = decideRounds(requests, {
    gate,
    earlier,
    seeds,
    open: [],
    openRounds: noOpenRounds(),
    settings: gamesSettings,
    wagering: wageringSettings,
    hmac: nodeHmac,
  })
  for (const row of rounds) {
    write(tx, 'round', String(row.id), row)
    write(tx, 'key', idKey('round', row.playerId, row.requestId), String(row.id))
    write(tx, 'key', `nonce:${row.playerId}:${row.nonce}`, String(row.id))
    write(tx, 'seeds', String(row.playerId), { nonce: row.nonce + 1, lastRoundAtMs: world.now })
  }
  yield* post(world, tx, gate.batch)
  yield* end(world, tx)
  checkLimits(
    world,
    rounds.map(({ playerId }) => playerId),
  )
  return answers.map((answer) =>
    answer.ok
      ? { ok: true, value: `round ${answer.value.id} pays ${answer.value.payoutCents}` }
      : { ok: false, code: answer.refusal.code },
  )
}

export type SetLimit = { playerId: number; amount: number | null }

/** A daily stake limit: tighter at once, looser after a wait beyond the model's day. */
export function* setLimits(world: World, requests: readonly SetLimit[]): Steps<Answer[]> {
  const tx = open(world, 'limits')
  yield* lockAccounts(
    world,
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const wait = { startsAt: new Date(world.now + 86_400_000), endsAt: new Date(world.now + 2 * 86_400_000) }
  for (const { playerId, amount } of requests) {
    const before: LimitState = read(world.store, tx, 'limit', String(playerId)) ?? noLimit
    write(tx, 'limit', String(playerId), changedLimit(before, amount, wait))
  }
  yield* end(world, tx)
  return requests.map(() => ({ ok: true, value: 'set' }))
}

export type TopUp = { playerId: number; requestId: string; cents: number }

/** Bank payments, reported any number of times: each is credited once, and pays debts first. */
export function* creditTopUps(world: World, requests: readonly TopUp[]): Steps<Answer[]> {
  const tx = open(world, 'top-ups')
  const batch = yield* lockAccounts(
    world,
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const credited = new Set<string>()
  for (const { playerId, requestId, cents } of requests) {
    const key = idKey('topup', playerId, requestId)
    if (earlierId(world, tx, key) !== undefined || credited.has(key)) continue
    credited.add(key)
    move(batch, { key: `topup:${requestId}`, from: 'pix_in', to: { playerId, kind: 'cash' }, cents })
    repayDebt(batch, { playerId, key: `topup:${requestId}:repaid` })
    write(tx, 'key', key, tx.name)
  }
  yield* post(world, tx, batch)
  yield* end(world, tx)
  return requests.map(({ cents }) => ({ ok: true, value: `credited ${cents}` }))
}

export type Withdraw = { playerId: number; requestId: string; amountCents: number }

const payer = {
  isTestAccount: false,
  hasUsdt: false,
  person: { name: 'Maria da Silva', cpf: '52998224725' },
  isConfirmed: true,
  hasDocuments: true,
}

/** Withdrawals to the own CPF: the money is held until the bank answers. */
export function* requestWithdrawals(world: World, requests: readonly Withdraw[]): Steps<Answer[]> {
  const tx = open(world, 'withdrawals')
  const batch = yield* lockAccounts(
    world,
    tx,
    requests.map(({ playerId }) => playerId),
  )
  yield 'statement'
  const rules = { policy, settings: cashierDefaults }
  const vip = { withdrawalsADay: 3, feeBps: 500 }
  const used = new Map<number, number>()
  for (const { playerId } of readAll(world.store, 'withdrawal'))
    used.set(playerId, (used.get(playerId) ?? 0) + 1)
  const answers: Answer[] = []
  const named = new Map<string, string>()
  for (const { playerId, requestId, amountCents } of requests) {
    const key = idKey('withdrawal', playerId, requestId)
    const before = earlierId(world, tx, key) ?? named.get(key)
    if (before !== undefined) {
      answers.push({ ok: true, value: `withdrawal ${before}` })
      continue
    }
    const refused = withdrawRefusal(
      rules,
      {
        isSuspended: false,
        isLocked: false,
        isExcluded: false,
        left: withdrawalsLeft(rules, vip, used.get(playerId) ?? 0),
        withdrawableCents: balanceOf(batch, playerId, 'cash'),
        owesCents: owedCents(batch, playerId),
        payer,
        usdt: 'closed',
        denied: new Set(),
      },
      { method: 'CPF', payCardNo: payer.person.cpf, amountCents },
    )
    if (refused) {
      answers.push({ ok: false, code: refused.refusal.code })
      continue
    }
    const id = String(firstId(world))
    const split = feeSplit(amountCents, feeBpsOf(policy, vip))
    const [from, to] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'hold' } as const]
    move(batch, { key: `withdraw:${id}`, from, to, cents: amountCents })
    write(tx, 'withdrawal', id, { id, playerId, requestId, amountCents, ...split, status: 'requested' })
    write(tx, 'key', key, id)
    named.set(key, id)
    used.set(playerId, (used.get(playerId) ?? 0) + 1)
    answers.push({ ok: true, value: `withdrawal ${id}` })
  }
  yield* post(world, tx, batch)
  yield* end(world, tx)
  return answers
}

/** Ends withdrawals by the bank's answer; finished ones are unchanged. */
export function* endWithdrawals(
  world: World,
  ids: readonly string[],
  status: 'paid' | 'failed',
): Steps<Answer[]> {
  const { store } = world
  const tx = open(world, 'ends')
  const known = ids.flatMap((id) => store.tables.withdrawal.get(id) ?? [])
  const batch = yield* lockAccounts(
    world,
    tx,
    known.map(({ playerId }) => playerId),
  )
  for (const { id } of known) {
    const row = read(store, tx, 'withdrawal', id)
    if (row?.status !== 'requested') continue
    endInBook(batch, { ...row, miningCents: 0, account: 'pix_out' }, { status })
    write(tx, 'withdrawal', id, { ...row, status })
  }
  yield* post(world, tx, batch)
  yield* end(world, tx)
  return ids.map(() => ({ ok: true, value: 'ended' }))
}
