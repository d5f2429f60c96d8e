import { setTimeout as pause } from 'node:timers/promises'
import { readHouseBalances } from '../../ledger/index.ts'
import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import { accountKind, providerOfAccount } from '../rails/open-providers.ts'
import type { Provider } from '../rails/providers.ts'
import { type BankBalance, insertBankBalance, selectBeside } from './queries.ts'
import { balanceDifference, type Difference } from './day-rules.ts'

/** A payment may come between our look and the bank's: so many looks before it is a difference. */
const LOOKS = 3
const PAUSE_MS = 1000

/**
 * Payouts that the bank may have taken off already would be counted into what is found there: then an operator has to say
 * what the house's own is, or a day without any.
 */
const UNKNOWN_OWN = 'what is the house’s own there is not known: payouts were under way'

/** Asks every bank what stands on our account, and keeps it beside our books: where they differ, by name. */
export async function compareBalances(cashier: Cashier, day: string): Promise<Difference[]> {
  const { deps, providers, alarm } = cashier
  const differences = await findForgotten(cashier)
  for (const provider of providers.all) {
    const id = `balance:${provider.name}`
    try {
      const balance = await readUntilSettled(cashier, provider, day)
      if (!balance) {
        differences.push({ id, what: UNKNOWN_OWN })
        continue
      }
      await deps.db.begin((tx) => insertBankBalance(tx, balance))
      const what = balanceDifference(balance)
      if (what === undefined) continue
      differences.push({ id, what })
      alarm('bank_balance_differs', { ...balance })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      deps.log.warn({ err: error, provider: provider.name }, 'a bank does not say what we have there')
      differences.push({ id, what: 'the bank does not say what we have there' })
    }
  }
  return differences
}

/** Banks that nobody asks any more, though money stands there by the books: out of the file too early, or by mistake. */
async function findForgotten({ deps, providers, alarm }: Cashier): Promise<Difference[]> {
  const asked = new Set(providers.all.map(({ name }) => name))
  const held = new Map<string, number>()
  for (const { kind, cents } of await readHouseBalances(deps.db, [
    'pix_in',
    'pix_out',
    'pix_in:%',
    'pix_out:%',
  ])) {
    const name = providerOfAccount(kind)
    if (!asked.has(name)) held.set(name, (held.get(name) ?? 0) - cents)
  }
  const forgotten = [...held].filter(([, booksCents]) => booksCents !== 0)
  for (const [provider, booksCents] of forgotten) alarm('bank_balance_differs', { provider, booksCents })
  const what = 'the bank is not configured, and holds money by the books'
  return forgotten.map(([name]) => ({ id: `balance:${name}`, what }))
}

async function readUntilSettled(
  cashier: Cashier,
  provider: Provider,
  day: string,
): Promise<BankBalance | undefined> {
  for (let look = 1; ; look += 1) {
    const balance = await readBalance(cashier, provider, day)
    const isSettled = balance !== undefined && balanceDifference(balance) === undefined
    if (look === LOOKS || isSettled) return balance
    await pause(PAUSE_MS)
  }
}

async function readBalance(
  { deps }: Cashier,
  { name, gateway }: Provider,
  day: string,
): Promise<BankBalance | undefined> {
  const bankCents = await gateway.readBalance()
  const accounts = await readHouseBalances(deps.db, [
    accountKind('pix_in', name),
    accountKind('pix_out', name),
  ])
  const { nobodysCents, underWayCents, ownCents } = await selectBeside(deps.db, name)
  if (ownCents === null && underWayCents > 0) return undefined
  // Accounts of the house stand at what players brought, below zero, and took, above.
  const booksCents = nobodysCents - accounts.reduce((sum, { cents }) => sum + cents, 0)
  return {
    day,
    provider: name,
    bankCents,
    booksCents,
    underWayCents,
    ownCents: ownCents ?? bankCents - booksCents,
  }
}
