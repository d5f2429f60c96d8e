import type { ClosingLine, DayMove, DayAccount } from '../ledger/index.ts'

export const fileKinds = ['apostadores', 'carteiras', 'apostas', 'jogos', 'operador'] as const
export type FileKind = (typeof fileKinds)[number]

/** Cents by name. Sums of test accounts have the same name with the prefix `test.`. */
export type Sums = Readonly<Record<string, number>>

const accounts = ['cash', 'bonus', 'hold', 'debt'] as const
export type Account = (typeof accounts)[number]
const isAccount = (name: string): boolean => accounts.some((account) => account === name)
export const accountNames = { cash: 'SALDO', bonus: 'BONUS', hold: 'SAQUE', debt: 'DIVIDA' } as const

export const natures = {
  deposits: 'DEPOSITO',
  withdrawals: 'SAQUE',
  payouts: 'PAGAMENTO',
  sports: 'APOSTA_ESPORTIVA',
  games: 'JOGO_ONLINE',
  bonus: 'BONUS',
  other: 'OUTRA',
} as const
type Nature = keyof typeof natures

/** House accounts of sports bets. */
export const SPORTS = ['bets_open', 'sportsbook'] as const

/** The nature of a movement between these two accounts. */
function natureOf({ account, other }: Pick<DayMove, 'account' | 'other'>): Nature {
  if (/^(pix|usdt)_out\b/.test(other) || other === 'fees') return 'payouts'
  if (/^(pix|usdt)_in\b/.test(other)) return 'deposits'
  if (SPORTS.some((house) => house === other)) return 'sports'
  if (/^games(_open)?$|^studio:/.test(other)) return 'games'
  if (other === 'gifts') return 'bonus'
  return account === 'hold' || other === 'hold' ? 'withdrawals' : 'other'
}

export type Wallet = {
  accounts: (Record<'opening' | 'credit' | 'debit' | 'closing', number> & { account: Account })[]
  moves: { nature: Nature; inCents: number; outCents: number }[]
}

/** A player's day: each account before and after, and the money in and out by nature. */
export function walletOf(standing: readonly DayAccount[], moved: readonly DayMove[]): Wallet {
  const own = standing.map(({ account, balanceCents: closing }) => {
    const of = moved.filter((move) => move.account === account)
    const credit = sum(of.map(({ creditCents }) => creditCents))
    const debit = sum(of.map(({ debitCents }) => debitCents))
    return { account: account as Account, opening: closing - credit + debit, credit, debit, closing }
  })
  // Movements between cash and hold are reported once, from the cash side.
  const reported = moved.filter(({ account, other }) => account !== 'hold' || !isAccount(other))
  const byNature = Map.groupBy(reported, natureOf)
  return {
    accounts: own.filter((one) => one.opening !== 0 || one.closing !== 0 || one.credit + one.debit > 0),
    moves: [...byNature].map(([nature, of]) => ({
      nature,
      inCents: sum(of.map(({ creditCents }) => creditCents)),
      outCents: sum(of.map(({ debitCents }) => debitCents)),
    })),
  }
}

/** The contribution of a wallet to its file's sums. */
export const sumsOfWallet = ({ accounts: own, moves }: Wallet): Sums =>
  Object.fromEntries([
    ...own.flatMap(({ account, credit, debit, closing }) => [
      [`${account}.credit`, credit],
      [`${account}.debit`, debit],
      [`${account}.closing`, closing],
    ]),
    ...moves.flatMap(({ nature, inCents, outCents }) => [
      [`${nature}.in`, inCents],
      [`${nature}.out`, outCents],
    ]),
  ])

/** Adds sums by name. */
export function addSums(one: Sums, other: Sums, before = ''): Sums {
  const all: Record<string, number> = { ...one }
  for (const [name, cents] of Object.entries(other)) all[before + name] = (all[before + name] ?? 0) + cents
  return all
}

/** The sum of real players and test accounts. */
const whole = (sums: Sums | undefined, name: string): number =>
  (sums?.[name] ?? 0) + (sums?.[`test.${name}`] ?? 0)

/** The sums of a day's files for real players; test accounts are in no file. */
export function sumsOfReal(files: readonly { kind: FileKind; sums: Sums }[]) {
  const of = (wanted: FileKind, ending: string) =>
    sum(
      files
        .filter(({ kind }) => kind === wanted)
        .flatMap(({ sums }) => Object.entries(sums))
        .filter(([name]) => !name.startsWith('test.') && name.endsWith(ending))
        .map(([, cents]) => cents),
    )
  return {
    betsInCents: of('apostas', 'sports.out'),
    betsOutCents: of('apostas', 'sports.in'),
    gamesStakedCents: of('jogos', '.stake'),
    gamesPaidCents: of('jogos', '.payout'),
    balanceCents: of('carteiras', '.closing'),
  }
}

/**
 * The differences between the files and the ledger's closed day, in words; empty if they agree. Each kind of player
 * account must match by debits, credits and balance; bets must match the wallets; rounds must leave the house the
 * balance of its games accounts.
 */
export function disagreements(
  files: Readonly<Partial<Record<FileKind, Sums>>>,
  closing: readonly ClosingLine[],
): string[] {
  const booked = new Map(closing.map((line) => [line.account, line]))
  const pairs: [what: string, reported: number, right: number][] = []
  for (const account of accounts) {
    const line = booked.get(`player:${account}`)
    pairs.push(
      [`${account} debits`, whole(files.carteiras, `${account}.debit`), line?.debitCents ?? 0],
      [`${account} credits`, whole(files.carteiras, `${account}.credit`), line?.creditCents ?? 0],
      [`${account} balance`, whole(files.carteiras, `${account}.closing`), line?.balanceCents ?? 0],
    )
  }
  for (const way of ['sports.in', 'sports.out'])
    pairs.push([way, whole(files.apostas, way), whole(files.carteiras, way)])
  for (const [account, { creditCents, debitCents }] of booked)
    if (account === 'games' || account.startsWith('studio:')) {
      const reported = whole(files.jogos, `${account}.stake`) - whole(files.jogos, `${account}.payout`)
      pairs.push([account, reported, creditCents - debitCents])
    }
  return pairs.flatMap(([what, reported, right]) =>
    reported === right ? [] : [`${what}: files ${reported}, ledger ${right}`],
  )
}

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0)
