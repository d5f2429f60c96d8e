import {
  openSessions,
  readPlayers,
  recordKyc,
  registerPlayers,
  writeCheckedDocuments,
} from '../../apps/server/src/identity/index.ts'
import { makeTransfers, readBalances } from '../../apps/server/src/ledger/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { isValidCpf } from '../../packages/money/src/index.ts'
import { request } from './request.ts'
import { setOwnLimits } from '../test/own-limits.ts'
import { testDevice } from '../test/test-device.ts'

export type AttackingPlayer = { playerId: number; token: string; email: string; cpf: string }

/** The hash of a discarded password: players are opened directly, and no guess matches. */
const NOBODYS_PASSWORD =
  '$argon2id$v=19$m=64,t=1,p=1$myATgnxM1r4Z0ioGmoI6lw$LneKqHIaiLSe8SJKfCMa9TTLlpbAuEcSVHfyM0Pu3Pk'

/** Players with sessions, cash as they are wished, and the limits that the profile needs; identified unless told otherwise. */
export async function openPlayers(
  deps: Deps,
  wishes: readonly { cents?: number; isIdentified?: boolean }[],
): Promise<AttackingPlayer[]> {
  const emails = wishes.map(() => `p${deps.random.hex(8)}@attacks.example`)
  const registered = await registerPlayers(
    deps,
    emails.map((email) => ({ email, passwordHash: NOBODYS_PASSWORD, phone: null, ip: '127.0.0.1' })),
  )
  const ids = registered.flatMap((answer) => (answer.ok ? [answer.value.playerId] : []))
  const cpfs = ids.map(() => freshCpf(deps))
  const identified = ids.flatMap((playerId, at) =>
    wishes[at]?.isIdentified === false
      ? []
      : [{ playerId, name: 'Ana Souza', cpf: cpfs[at] ?? '', birthDate: '1990-01-01' }],
  )
  if (identified.length > 0)
    await deps.db.begin(async (tx) => {
      await recordKyc(tx, identified)
      await writeCheckedDocuments(tx, identified)
    })
  await setOwnLimits(deps, ids)
  const gifts = ids.flatMap((playerId, at) => {
    const cents = wishes[at]?.cents ?? 0
    const key = `opening:${playerId}`
    return cents > 0
      ? [{ key, from: 'opening' as const, to: { playerId, kind: 'cash' as const }, cents }]
      : []
  })
  if (gifts.length > 0) await makeTransfers(deps, gifts)
  const sessions = await openSessions(
    deps,
    ids.map((playerId) => ({ playerId, ip: '127.0.0.1', device: testDevice })),
  )
  return sessions.map(({ playerId, token }, at) => ({
    playerId,
    token,
    email: emails[at] ?? '',
    cpf: cpfs[at] ?? '',
  }))
}

/** Marks the password as just repeated in all of this player's sessions, which allows payouts to a new key. */
export async function passwordGiven({ db }: Deps, { playerId }: { playerId: number }): Promise<void> {
  await db`update identity_session set verified_until = now() + interval '1 hour' where player_id = ${playerId}`
}

/** Marks document and face of players with their own name and CPF as checked. */
export async function documentsChecked(deps: Deps, playerIds: readonly number[]): Promise<void> {
  const persons = [...(await readPlayers(deps.db, playerIds)).values()].flatMap(({ playerId, name, cpf }) =>
    name === null || cpf === null ? [] : [{ playerId, name, cpf }],
  )
  await deps.db.begin((tx) => writeCheckedDocuments(tx, persons))
}

/** A valid CPF. */
export function freshCpf({ random }: Pick<Deps, 'random'>): string {
  const body = String(100_000_000 + random.below(800_000_000))
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${body}${String(digits).padStart(2, '0')}`
    if (isValidCpf(cpf)) return cpf
  }
  throw new Error('every nine digits have two check digits')
}

/** A player's cash and bonus together. */
export async function centsOf({ db }: Deps, playerId: number): Promise<number> {
  const balances = (await readBalances(db, [playerId])).get(playerId)
  return (balances?.cashCents ?? 0) + (balances?.bonusCents ?? 0)
}

export type Offer = { legs: { outcomeId: string; priceMilli: number }[]; accept: 'any' }

/** Prices of matches that start tomorrow. */
export async function openOffers(url: string): Promise<Offer[]> {
  const path = '/api/app/sportsbook/fixtures?sport=football&when=tomorrow'
  const { data } = (await request(url, { path })) as unknown as {
    data: { fixtures: { markets: { outcomes: { outcomeId: string; priceMilli: number }[] }[] }[] }[]
  }
  return data.flatMap(({ fixtures }) =>
    fixtures.flatMap(({ markets }) =>
      markets.flatMap(({ outcomes }) =>
        outcomes.map(({ outcomeId, priceMilli }) => ({
          legs: [{ outcomeId, priceMilli }],
          accept: 'any' as const,
        })),
      ),
    ),
  )
}

/** Draws a captcha for this address, and returns its solution from the sandbox. */
export async function solveCaptcha(
  { url, sandboxUrl }: { url: string; sandboxUrl: string },
  { codeId, from }: { codeId: string; from: string },
): Promise<{ codeId: string; captCode: string }> {
  await request(url, { path: `/api/auth/user/captcha/${codeId}`, from })
  const reported = JSON.parse((await request(sandboxUrl, { path: `/captcha/${codeId}` })).text) as {
    text: string
  }
  return { codeId, captCode: reported.text }
}
