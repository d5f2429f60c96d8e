import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SandboxBank, startSandboxBank } from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import { grantFreeRounds } from '../../apps/server/src/games/index.ts'
import { launchGame } from '../../apps/server/src/games/sessions/launch-game.ts'
import { writeCatalogue } from '../../apps/server/src/games/sessions/queries.ts'
import { registerStudio } from '../../apps/server/src/games/sessions/catalogues.ts'
import { readHouseBalances } from '../../apps/server/src/ledger/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { type Draw, drawsOf } from './fuzz.ts'
import { type Hook, hostileHook, type HookedBank, type KnownPix } from './hostile-hooks.ts'
import {
  type HostileSession,
  type HostileStudio,
  type IntendedCall,
  intendedCall,
  signedCall,
  type StudioCall,
  twistedCall,
} from './hostile-studios.ts'
import { inTurn } from './in-turn.ts'
import { type AttackingPlayer, openPlayers, passwordGiven } from './players.ts'
import { type Answered, insist, request } from './request.ts'

/**
 * Replay a run by its seed, or extend it: `BOUNDARY_SEED=7 BOUNDARY_CALLS=20000 npx vitest run
 * tools/adversary/boundaries.test.ts`.
 */
const SEED = Number(process.env['BOUNDARY_SEED'] ?? randomInt(2 ** 32))
const CALLS = Number(process.env['BOUNDARY_CALLS'] ?? 1_500)
const AT_ONCE = 24
const TIMEOUT_MS = 180_000 + CALLS * 60
const OPENING_CENTS = 1_000_000
const CLAWED_CENTS = 700
/** Players before this one withdraw, the others pay in. */
const FIRST_PAYER = 8
const OTHER_SECRET = 'the webhook secret of another bank'

const folder = mkdtempSync(join(tmpdir(), 'palpite-boundaries-'))
/** Each attacker has its own address: one that forges much is soon blocked. */
const address = (draw: Draw) => `10.${draw.below(250)}.${draw.below(250)}.${draw.below(250)}`
const counted = (count: number) => Array.from({ length: count }, (_none, at) => at)

let attacked: AttackedApp
let urls: string[]
let other: SandboxBank
let banks: (HookedBank & { sandboxUrl: string })[]

beforeAll(async () => {
  other = await startSandboxBank({ SANDBOX_WEBHOOK_SECRET: OTHER_SECRET, SANDBOX_WEBHOOK_RETRY_MS: '100' })
  const providers = [
    {
      name: 'other',
      url: other.url,
      tokenUrl: `${other.url}/oauth/token`,
      clientId: 'test-client',
      clientSecret: 'test-client-secret',
      pixKey: '11111111-8dcc-4054-9bf9-0dbd61d36906',
      webhookSecret: OTHER_SECRET,
    },
  ]
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify({ providers }))
  attacked = await openAttackedApp({ PIX_PROVIDERS_FILE: file })
  urls = [attacked.url, await attacked.openBeside()]
  banks = [
    { name: 'pix', secret: attacked.webhookSecret, sandboxUrl: attacked.sandboxUrl },
    { name: 'other', secret: OTHER_SECRET, sandboxUrl: other.url },
  ]
})

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => console.error(`repeat with BOUNDARY_SEED=${SEED} BOUNDARY_CALLS=${CALLS}`))
})

afterAll(async () => {
  await attacked.close()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Retries of a call answered 503. */
const FEW = 5
/** How many calls back the repeated ones are, byte for byte. */
const LATELY = 100
/** On a slow machine its signature may have expired by then. */
const mayBe = (http: number, earlier: object | undefined) => (earlier ? [http, 401] : [http])

/** A player's total balances and debts. */
async function holdings(players: readonly AttackingPlayer[]): Promise<number[]> {
  const rows = await attacked.deps.db<{ playerId: number; cents: number }[]>`
    select player_id as "playerId", sum(balance_cents)::bigint as cents from ledger_account
     where player_id = any(${players.map(({ playerId }) => playerId)}::bigint[]) group by 1`
  const sums = new Map(rows.map(({ playerId, cents }) => [playerId, cents]))
  return players.map(({ playerId }) => sums.get(playerId) ?? 0)
}

type Order = { player: number; at: number; code: string; txid: string; cents: number }

const PACKAGES = [20, 50, 100] as const

/** Orders of all players at both banks, of several packages. */
async function openOrders(players: readonly AttackingPlayer[]): Promise<Order[]> {
  const wishes = players.flatMap((_one, player) => PACKAGES.map((reais) => ({ player, reais })))
  await inTurn(wishes, 8, async ({ player, reais }) => {
    const path = `/api/app/order/prePay/brl-${reais}`
    const body = { gift: '0', pkgId: `brl-${reais}` }
    const { http, text } = await insist(attacked.url, { path, token: players[player]?.token ?? '', body })
    expect([http, text]).toEqual([200, text])
  })
  const ids = players.map(({ playerId }) => playerId)
  const rows = await attacked.deps.db<
    { playerId: number; provider: string; code: string; txid: string; cents: number }[]
  >`
    select player_id as "playerId", provider, br_code as code, charge_ref as txid, amount_cents as cents from cashier_order
     where player_id = any(${ids}::bigint[]) order by player_id, amount_cents`
  return rows.map(({ playerId, provider, ...order }) => ({
    ...order,
    player: ids.indexOf(playerId),
    at: banks.findIndex(({ name }) => name === provider),
  }))
}

const atBank = (at: number, path: string, body: object) =>
  request(banks[at]?.sandboxUrl ?? '', { path, body })

/** The balances of these house accounts. */
async function balances(kinds: readonly string[]): Promise<number[]> {
  const rows = await readHouseBalances(attacked.deps.db, kinds)
  return kinds.map((kind) => rows.find((one) => one.kind === kind)?.cents ?? 0)
}

test(
  'whatever the webhooks of two banks claim, only what a bank confirms moves money',
  { timeout: TIMEOUT_MS },
  async () => {
    const drawn = drawsOf(SEED)
    const players = await openPlayers(
      attacked.deps,
      counted(24).map((at) => ({ cents: at < FIRST_PAYER ? OPENING_CENTS : 0 })),
    )
    const [withdrawers, payers] = [players.slice(0, FIRST_PAYER), players.slice(FIRST_PAYER)]
    const orders = await openOrders(payers)
    expect(new Set(orders.map(({ at }) => at))).toEqual(new Set([0, 1]))
    for (const at of banks.keys())
      await atBank(at, '/sandbox/faults', { kind: 'webhook_lost', of: 'pix', times: 1000 })
    const pixes: (KnownPix & { player: number })[] = []
    const unpaid: string[] = []
    /** The balance each player should have in the end, according to the banks. */
    const due = players.map((_one, at): number => (at < FIRST_PAYER ? OPENING_CENTS : 0))
    const owe = (player: number, cents: number) => (due[player] = (due[player] ?? 0) + cents)
    for (const order of orders) {
      if (drawn.chance(25)) {
        unpaid.push(order.txid)
        continue
      }
      const { http, text } = await atBank(order.at, '/sandbox/pay', { code: order.code })
      expect([http, text]).toEqual([200, text])
      const { endToEndId } = JSON.parse(text) as { endToEndId: string }
      pixes.push({ ...order, endToEndId })
      owe(order.player + FIRST_PAYER, order.cents)
    }
    for (const [at, player] of withdrawers.entries()) {
      await passwordGiven(attacked.deps, player)
      const { cpf, token } = player
      const body = {
        payCardBank: 'CPF',
        payCardNo: cpf,
        ifsc: cpf,
        name: 'Ana Souza',
        amount: 60,
        whatsapp: '',
      }
      const { http, text } = await insist(attacked.url, { path: '/api/app/order/withdraw', token, body })
      expect([http, text]).toEqual([200, text])
      owe(at, -6_000)
    }
    const rows = await attacked.deps.db<{ id: string }[]>`select id from cashier_withdrawal`
    const payouts = rows.map(({ id }) => id)

    const clawed = new Set(pixes.filter(() => drawn.chance(20)))
    for (const { player } of clawed) owe(player + FIRST_PAYER, -CLAWED_CENTS)
    const clawing = [...clawed]
    const world = { banks, pixes, unpaid, payouts }
    const sent: (Hook | undefined)[] = []
    const wrong = await inTurn(counted(CALLS), AT_ONCE, async (at) => {
      const draw = drawsOf(SEED + at * 7919)
      // A bank reverses some payments in part while webhooks about them arrive.
      const pix = at % 20 === 0 ? clawing.pop() : undefined
      if (pix) await atBank(pix.at, '/sandbox/clawback', { endToEndId: pix.endToEndId, valor: '7.00' })
      const earlier = draw.chance(15) ? sent[at - 1 - draw.below(LATELY)] : undefined
      const hook = earlier ?? hostileHook(draw, { ...world, nowSeconds: Math.floor(Date.now() / 1000) })
      const { path, body, headers, what, http: expected } = hook
      const asked = { path, body, headers, from: address(draw) }
      const { http, text } = await insist(draw.pick(urls), asked, FEW)
      sent[at] = hook
      return mayBe(expected, earlier).includes(http) && text === ''
        ? []
        : [`${what}: ${http} ${text} for ${body.slice(0, 200)}`]
    })
    expect(wrong.flat()).toEqual([])

    // Listings find payments within a minute; everything named in a webhook is confirmed by then.
    await expect.poll(() => holdings(players), { interval: 500, timeout: 120_000 }).toEqual(due)
    const [{ count } = { count: 0 }] = await attacked.deps.db<{ count: number }[]>`
      select count(*) as count from cashier_topup`
    expect(count).toBe(pixes.length)
    const keptCents = (of: number) =>
      pixes
        .filter(({ at }) => at === of)
        .reduce((sum, pix) => sum + pix.cents - (clawed.has(pix) ? CLAWED_CENTS : 0), 0)
    expect(await balances(['pix_in', 'pix_in:other'])).toEqual([-keptCents(0), -keptCents(1)])
    const withdrawn = await attacked.deps.db<{ status: string; cents: number }[]>`
      select status, net_cents as cents from cashier_withdrawal`
    expect(withdrawn.map(({ status }) => status)).toEqual(withdrawers.map(() => 'paid'))
    const outCents = withdrawn.reduce((sum, { cents }) => sum + cents, 0)
    const out = await balances(['pix_out', 'pix_out:other'])
    expect(out.reduce((sum, cents) => sum + cents, 0)).toBe(outCents)
    expect(await verifyAll(attacked.deps.db)).toEqual([])
  },
)

const games = (studio: string) => ({
  games: [
    {
      code: `${studio}-reels`,
      name: 'Reels',
      tags: ['slots'],
      returnPpm: 950_000,
      volatility: 'medium' as const,
      picture: '/reels.svg',
      launch: '/reels',
      hasDemo: false,
      minStakeCents: 1,
      maxStakeCents: 100_000,
    },
  ],
})

const STUDIOS: readonly HostileStudio[] = [
  { id: 'hostone', keyId: 'hostone-1', secret: 'the secret of the first studio, of no other' },
  { id: 'hosttwo', keyId: 'hosttwo-1', secret: 'the secret of the second studio, of no other' },
]

/** Calls the wallet as written, on either server. */
const ask = (draw: Draw, { call, raw, headers }: StudioCall): Promise<Answered> =>
  insist(draw.pick(urls), { path: `/api/studio/${call}`, body: raw, headers, from: address(draw) }, FEW)

/** A session of each player, at the studios in turn, with free rounds there. */
async function openSessions(players: readonly AttackingPlayer[]): Promise<HostileSession[]> {
  const { deps } = attacked
  for (const { id, ...key } of STUDIOS) {
    const baseUrl = 'http://127.0.0.1:9'
    await registerStudio(deps, { id, name: id, baseUrl, ...key })
    await deps.db.begin((tx) => writeCatalogue(tx, { id, baseUrl }, games(id)))
  }
  const draw = drawsOf(SEED)
  return inTurn(players, 4, async ({ playerId }, player) => {
    const at = player % STUDIOS.length
    const code = `${STUDIOS[at]?.id}-reels`
    const gift = {
      playerId,
      requestId: `boundary-${playerId}`,
      gameCode: code,
      rounds: 3,
      stakeCents: 100,
      endsAt: new Date(Date.now() + 86_400_000),
    }
    const needs = { random: deps.random, policy: policyOf(deps.config) }
    const [given] = await deps.db.begin((tx) => grantFreeRounds(tx, needs, [gift]))
    // Without checking the studio's page, which does not exist here.
    const launched = await launchGame(deps, { playerId, code, lang: 'en' })
    if (!launched.ok) throw new Error(launched.refusal.code)
    const token = launched.value.frameUrl.split('#token=')[1] ?? ''
    // Both studios present the token, several times concurrently: it opens one session, for the game's studio.
    const shown = [at, at, at, at + 1, at + 1].map((studio) =>
      signedCall(STUDIOS, { call: 'session', studio, body: { token } }, Date.now()),
    )
    const answers = await Promise.all(shown.map((call) => ask(draw, call)))
    const opened = answers.filter(({ http }) => http === 200)
    const refused = answers.filter(({ http }) => http === 409)
    expect([opened.length, refused.length, answers.slice(3).every((one) => refused.includes(one))]).toEqual([
      1,
      4,
      true,
    ])
    const grants = given?.ok ? [given.value.grantId] : []
    return { at, session: String(opened[0]?.data['session']), grants }
  })
}

type AcceptedCall = { player: number; meant: IntendedCall }

test(
  'whatever two studios send, each transaction moves its money once, of its own player',
  { timeout: TIMEOUT_MS },
  async () => {
    const players = await openPlayers(
      attacked.deps,
      counted(12).map(() => ({ cents: OPENING_CENTS })),
    )
    const sessions = await openSessions(players)
    const reported: IntendedCall[] = []
    const drawn = drawsOf(SEED)
    while (reported.length < CALLS) reported.push(intendedCall(drawn, sessions, reported))
    const sent: StudioCall[] = []
    const accepted = new Map<string, AcceptedCall>()
    const counts = new Map<number, number>()
    const wrong = await inTurn(reported, AT_ONCE, async (meant, at) => {
      const draw = drawsOf(SEED + at * 7919)
      const earlier = draw.chance(10) ? sent[at - 1 - draw.below(LATELY)] : undefined
      const twisted = draw.chance(15)
      const call =
        earlier ??
        (twisted ? twistedCall(draw, STUDIOS, meant, Date.now()) : signedCall(STUDIOS, meant, Date.now()))
      const answer = await ask(draw, call)
      counts.set(answer.http, (counts.get(answer.http) ?? 0) + 1)
      sent[at] = call
      const seen = `${call.what} ${call.raw} → ${answer.http} ${answer.text}`
      if (call.refused !== undefined) return mayBe(call.refused, earlier).includes(answer.http) ? [] : [seen]
      if (answer.http >= 500) return [seen]
      return answer.http === 200 && 'transactionId' in call.body ? noteAccepted(call) : []
    })
    function noteAccepted({ call, studio, body }: StudioCall): string[] {
      const player = sessions.findIndex(({ session }) => session === body['session'])
      const key = `${studio} ${String(body['transactionId'])}`
      const now = { player, meant: { call, studio, body } }
      const before = accepted.get(key) ?? now
      accepted.set(key, before)
      const isOwn = sessions[player]?.at === studio
      const isSame = JSON.stringify(before.meant) === JSON.stringify(now.meant)
      return isOwn && isSame ? [] : [`${key} was taken as ${JSON.stringify([before, now])}`]
    }
    expect(wrong.flat()).toEqual([])
    for (const http of [200, 400, 401, 404, 409])
      expect([http, (counts.get(http) ?? 0) > 0]).toEqual([http, true])

    const moved = (player: number) => {
      const own = [...accepted.values()].filter((one) => one.player === player).map(({ meant }) => meant)
      const back = new Set(own.filter(({ call }) => call === 'rollback').map(({ body }) => body['refersTo']))
      return own.reduce((sum, { call, body }) => {
        const cents = Number(body['cents'] ?? 0)
        if (call === 'debit') return back.has(body['transactionId']) ? sum : sum - cents
        return sum + cents
      }, 0)
    }
    const due = players.map((_one, player) => OPENING_CENTS + moved(player))
    expect(await holdings(players)).toEqual(due)
    const free = [...accepted.values()].filter(({ meant }) => meant.call === 'freeRound')
    const perPlayer = players.map((_one, player) => free.filter((one) => one.player === player).length)
    expect(Math.max(...perPlayer)).toBeLessThanOrEqual(3)
    for (const [studio, { id }] of STUDIOS.entries()) {
      const freeCents = free
        .filter(({ meant }) => meant.studio === studio)
        .reduce((sum, { meant }) => sum + Number(meant.body['cents']), 0)
      const net = sessions.reduce((sum, { at }, player) => (at === studio ? sum + moved(player) : sum), 0)
      expect([id, await balances([`studio:${id}`])]).toEqual([id, [freeCents - net]])
    }
    expect(await verifyAll(attacked.deps.db)).toEqual([])
  },
)

test('afterwards the servers answer, and there was no bug', async () => {
  for (const url of urls) expect((await request(url, { path: '/livez' })).http).toBe(200)
  const said = attacked.said().split('\n')
  expect(said.filter((line) => /"level":(60|"fatal")|"a bug"|deadlock/.test(line))).toEqual([])
  for (const { secret } of [...banks, ...STUDIOS]) expect(attacked.said()).not.toContain(secret)
})
