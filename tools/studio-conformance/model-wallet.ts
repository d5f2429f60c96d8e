import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  fitsWalletCall,
  WALLET_WINDOW_MS,
  type WalletCall,
  walletHeaders,
  type WalletRefusal,
  walletRefusals,
} from '@palpite/contract/studio'
import type { KitTerms } from './run-kit.ts'

/** The model's possible faults, each by the rule that must find it. */
export type Fault =
  | 'replay'
  | 'mismatch'
  | 'reorder'
  | 'rollback-first'
  | 'rollback-twice'
  | 'double-credit'
  | 'late-credit'
  | 'ended-round'
  | 'signature'
  | 'timestamp'
  | 'exclusion'
  | 'currency'
  | 'rounding'
  | 'parallel'
  | 'time-out'
  | 'session'
  | 'token'
  | 'free-once'
  | 'free-bound'

type Done = { kind: string; cents: number; roundId: string; balanceCents: number }
type Body = Record<string, unknown>
class Refused extends Error {
  readonly code: WalletRefusal
  constructor(code: WalletRefusal) {
    super(code)
    this.code = code
  }
}

const secret = 'the secret of the model wallet, of no other'
const tokens = { funded: 'f'.repeat(43), blocked: 'b'.repeat(43) } as const

/** An in-memory wallet to test the kit: correct, or with one fault. */
export async function openModelWallet(fault?: Fault): Promise<KitTerms & { close: () => Promise<void> }> {
  const has = (one: Fault) => fault === one
  const sessions = new Map([
    ['f'.repeat(32), { cents: 10_000, isBlocked: false }],
    ['b'.repeat(32), { cents: 10_000, isBlocked: !has('exclusion') }],
  ])
  const used = new Set<string>()
  const done = new Map<string, Done>()
  const undone = new Set<string>()
  const gift = { grant: 'a'.repeat(32), left: 3, stakeCents: 100, endsAt: new Date(Date.now() + 86_400_000) }
  const rounds = new Map<string, { isEnded: boolean }>()

  function sessionOf({ session }: Body) {
    const found =
      sessions.get(String(session)) ?? (has('session') ? { cents: 0, isBlocked: false } : undefined)
    if (!found) throw new Refused('session_unknown')
    return found
  }

  /** Returns what was done by this id, or does it. */
  async function once(kind: string, body: Body, apply: () => Promise<void>): Promise<object> {
    const { transactionId, roundId } = body
    const cents = Number(body['cents'] ?? 0)
    const own = sessionOf(body)
    // A replay that is forgotten on request.
    const isForgotten =
      (has('replay') && kind === 'debit') ||
      (has('double-credit') && kind === 'credit') ||
      (has('time-out') && kind === 'debit') ||
      (has('free-once') && kind === 'free')
    const before = done.get(String(transactionId))
    if (before && !isForgotten) {
      const isSame = before.kind === kind && before.cents === cents && before.roundId === roundId
      if (!isSame && !has('mismatch')) throw new Refused('transaction_mismatch')
      return { transactionId, balanceCents: before.balanceCents, isReplay: true }
    }
    await apply()
    const row = { kind, cents, roundId: String(roundId), balanceCents: own.cents }
    done.set(String(transactionId), row)
    return { transactionId, balanceCents: own.cents, isReplay: false }
  }

  const calls: Record<WalletCall, (body: Body) => Promise<object>> = {
    session: async ({ token }) => {
      const name = token === tokens.funded ? 'f' : 'b'
      if (used.has(String(token)) && !has('token')) throw new Refused('token_used')
      used.add(String(token))
      return {
        session: name.repeat(32),
        player: name,
        game: 'model',
        currency: 'BRL',
        balanceCents: 0,
        terms: {},
      }
    },
    balance: async (body) => ({ balanceCents: sessionOf(body).cents, isOpen: true }),
    debit: (body) =>
      once('debit', body, async () => {
        const own = sessionOf(body)
        const cents = Math.floor(Number(body['cents']))
        if (own.isBlocked) throw new Refused('player_blocked')
        if (undone.has(String(body['transactionId'])) && !has('rollback-first'))
          throw new Refused('rolled_back')
        const round = rounds.get(String(body['roundId']))
        if (round?.isEnded && !has('ended-round')) throw new Refused('round_ended')
        const seen = own.cents
        if (has('parallel')) await sleep(20) // reads, waits, writes: the race a lock prevents
        if (seen < cents) throw new Refused('insufficient_funds')
        own.cents -= cents
        rounds.set(String(body['roundId']), { isEnded: false })
      }),
    credit: (body) =>
      once('credit', body, async () => {
        const round = rounds.get(String(body['roundId']))
        if (!round && !has('reorder')) throw new Refused('round_unknown')
        if (round?.isEnded && has('late-credit')) throw new Refused('round_ended')
        sessionOf(body).cents += Number(body['cents'])
        if (round && body['endsRound'] === true) round.isEnded = true
      }),
    rollback: (body) =>
      once('rollback', body, async () => {
        const refersTo = String(body['refersTo'])
        const debit = done.get(refersTo)
        if (debit && (!undone.has(refersTo) || has('rollback-twice'))) sessionOf(body).cents += debit.cents
        undone.add(refersTo)
      }),
    freeRounds: async (body) => {
      sessionOf(body)
      return { grants: gift.left > 0 ? [gift] : [] }
    },
    freeRound: (body) =>
      once('free', body, async () => {
        const isTheirs = body['grant'] === gift.grant && !sessionOf(body).isBlocked
        if ((!isTheirs || gift.left === 0) && !has('free-bound')) throw new Refused('no_free_rounds')
        gift.left -= 1
        sessionOf(body).cents += Number(body['cents'])
      }),
    end: async (body) => {
      const round = rounds.get(String(body['roundId']))
      if (!round) throw new Refused('round_unknown')
      round.isEnded = true
      return { balanceCents: sessionOf(body).cents }
    },
    statement: async () => ({}),
    transactions: async () => ({}),
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const raw = await textOf(request)
    const path = request.url ?? ''
    const header = (name: string) => String(request.headers[name])
    const timestamp = header(walletHeaders.timestamp)
    const right = createHmac('sha256', secret).update(`${timestamp}.${path}.${raw}`).digest('hex')
    if (right !== header(walletHeaders.signature) && !has('signature')) throw new Refused('bad_signature')
    if (Math.abs(Date.now() - Number(timestamp)) > WALLET_WINDOW_MS && !has('timestamp')) {
      throw new Refused('stale_timestamp')
    }
    const call = path.split('/').at(-1) as WalletCall
    const body = JSON.parse(raw) as Body
    if (!has('rounding') && !fitsWalletCall(call, body)) throw new Refused('bad_request')
    const isForeign = body['currency'] !== undefined && body['currency'] !== 'BRL'
    if (isForeign && !has('currency')) throw new Refused('currency_mismatch')
    return calls[call](body)
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (data) => response.end(JSON.stringify({ ok: true, data })),
      (error: unknown) => {
        const code = error instanceof Refused ? error.code : 'try_again'
        response.statusCode = walletRefusals[code].http
        response.end(JSON.stringify({ ok: false, code }))
      },
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keyId: `model-${randomBytes(4).toString('hex')}`,
    secret,
    fundedToken: tokens.funded,
    blockedToken: tokens.blocked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
