import { isValidCpf } from '@palpite/money'
import { recordKyc, registerPlayers } from '../../identity/index.ts'
import { countTurnover, makeTransfers, openBook, post, readPurses } from '../../ledger/index.ts'
import type { House } from '../../platform/house.ts'

let made = 0

/** A CPF with right check digits that nobody else of this process has. */
export function freshCpf(): string {
  made += 1
  const body = String(100_000_000 + made)
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${body}${String(digits).padStart(2, '0')}`
    if (isValidCpf(cpf)) return cpf
  }
  throw new Error('every nine digits have two check digits')
}

export type TrialPlayer = { playerId: number; cpf: string }

/** Registers a player; KYC is done unless told otherwise. */
export async function newPlayer(
  house: House,
  {
    isTest = false,
    isIdentified = true,
    cpf = freshCpf(),
  }: { isTest?: boolean; isIdentified?: boolean; cpf?: string } = {},
): Promise<TrialPlayer> {
  const email = `p${house.random.hex(8)}@example.com`
  const [answer] = await registerPlayers(house, [
    { email, passwordHash: 'none', phone: null, ip: '127.0.0.1', isTest },
  ])
  if (!answer?.ok) throw new Error('a fresh player registers')
  const { playerId } = answer.value
  if (isIdentified) await house.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  return { playerId, cpf }
}

/** Gives a player cash out of nowhere the ledger knows: for tests of withdrawals alone. */
export async function giveCash(house: House, playerId: number, cents: number): Promise<void> {
  const key = `trial:${house.random.hex(8)}`
  await makeTransfers(house, [{ key, from: 'opening', to: { playerId, kind: 'cash' }, cents }])
}

/** Counts stakes of a player as settled, as a settled bet does. */
export const settleStakes = (house: House, playerId: number, settledCents: number): Promise<void> =>
  house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId])
    countTurnover(book, { playerId, stakedCents: settledCents, settledCents })
    await post(tx, book)
  })

export async function purseOf(house: House, playerId: number) {
  const purse = (await readPurses(house.db, [playerId])).get(playerId)
  return { cashCents: purse?.cashCents ?? 0, bonusCents: purse?.bonusCents ?? 0 }
}
