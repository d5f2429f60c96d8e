import { isValidCpf } from '@palpite/money'
import {
  recordKyc,
  registerPlayers,
  setUsdtWithdrawals,
  writeCheckedDocuments,
} from '../../identity/index.ts'
import { countTurnover, makeTransfers, lockAccounts, post, readBalances } from '../../ledger/index.ts'
import { setOwnLimits } from '../../../../../tools/test/own-limits.ts'
import type { Deps } from '../../platform/deps.ts'

let made = 0

/** A CPF with valid check digits, unique in this process. */
export function freshCpf(): string {
  made += 1
  const body = String(100_000_000 + made)
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${body}${String(digits).padStart(2, '0')}`
    if (isValidCpf(cpf)) return cpf
  }
  throw new Error('every nine digits have two check digits')
}

export type TestPlayer = { playerId: number; cpf: string }

/** Registers a player; KYC is done unless told otherwise, and the limits set that the profile needs. */
export async function newPlayer(
  deps: Deps,
  {
    isTest = false,
    isIdentified = true,
    cpf = freshCpf(),
    lx = '0',
  }: { isTest?: boolean; isIdentified?: boolean; cpf?: string; lx?: string } = {},
): Promise<TestPlayer> {
  const email = `p${deps.random.hex(8)}@example.com`
  const [answer] = await registerPlayers(deps, [
    { email, passwordHash: 'none', phone: null, ip: '127.0.0.1', isTest },
  ])
  if (!answer?.ok) throw new Error('a fresh player registers')
  const { playerId } = answer.value
  if (isIdentified)
    await deps.db.begin(async (tx) => {
      const person = { playerId, name: 'Ana Souza', cpf, birthDate: '1990-01-01' }
      await recordKyc(tx, [person])
      await writeCheckedDocuments(tx, [person])
    })
  if (isIdentified && !isTest) await setOwnLimits(deps, [playerId])
  if (lx !== '0') await deps.db.begin((tx) => setUsdtWithdrawals(tx, [{ playerId, lx }]))
  return { playerId, cpf }
}

/** Gives a player cash from nowhere, for tests of withdrawals only. */
export async function giveCash(deps: Deps, playerId: number, cents: number): Promise<void> {
  const key = `test:${deps.random.hex(8)}`
  await makeTransfers(deps, [{ key, from: 'opening', to: { playerId, kind: 'cash' }, cents }])
}

/** Counts own-money stakes of a player as settled, in a game whose stakes count fully towards wagering. */
export const settleStakes = (deps: Deps, playerId: number, settledCents: number): Promise<void> =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    countTurnover(batch, {
      playerId,
      stakedCents: settledCents,
      settledCents,
      wageredCents: settledCents,
      contributedE4: settledCents * 10_000,
    })
    await post(tx, batch)
  })

export async function balancesOf(deps: Deps, playerId: number) {
  const balances = (await readBalances(deps.db, [playerId])).get(playerId)
  return { cashCents: balances?.cashCents ?? 0, bonusCents: balances?.bonusCents ?? 0 }
}
