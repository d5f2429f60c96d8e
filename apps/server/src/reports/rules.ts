import type { ClosingLine, DayMove, StandingAccount } from '../ledger/index.ts'

export const fileKinds = ['apostadores', 'carteiras', 'apostas', 'jogos', 'operador'] as const
export type FileKind = (typeof fileKinds)[number]

/** Cents by name. What is of a test account stands under the same name behind `test.`. */
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

/** Accounts of the house that bets on sports are booked against. */
export const SPORTS = ['bets_open', 'sportsbook'] as const

/** What money between these two accounts was moved for. */
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

/** A player's day: each account before and after it, and what came and went by its nature. */
export function walletOf(standing: readonly StandingAccount[], moved: readonly DayMove[]): Wallet {
  const own = standing.map(({ account, balanceCents: closing }) => {
    const of = moved.filter((move) => move.account === account)
    const credit = sum(of.map(({ creditCents }) => creditCents))
    const debit = sum(of.map(({ debitCents }) => debitCents))
    return { account: account as Account, opening: closing - credit + debit, credit, debit, closing }
  })
  // What goes between cash and what is held for a withdrawal is told by the cash alone.
  const told = moved.filter(({ account, other }) => account !== 'hold' || !isAccount(other))
  const byNature = Map.groupBy(told, natureOf)
  return {
    accounts: own.filter((one) => one.opening !== 0 || one.closing !== 0 || one.credit + one.debit > 0),
    moves: [...byNature].map(([nature, of]) => ({
      nature,
      inCents: sum(of.map(({ creditCents }) => creditCents)),
      outCents: sum(of.map(({ debitCents }) => debitCents)),
    })),
  }
}

/** What a wallet adds to the sums of its file. */
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

/** Sums of both, name by name. */
export function addSums(one: Sums, other: Sums, before = ''): Sums {
  const all: Record<string, number> = { ...one }
  for (const [name, cents] of Object.entries(other)) all[before + name] = (all[before + name] ?? 0) + cents
  return all
}

/** Of real players and test accounts together. */
const whole = (sums: Sums | undefined, name: string): number =>
  (sums?.[name] ?? 0) + (sums?.[`test.${name}`] ?? 0)

/** What the files of a day say of real players: test accounts stand in none. */
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
 * Where files and the ledger's closed day do not agree, in words; none where all does. Each account of players is the same by
 * debits, credits and balance; bets are what wallets say of them; rounds leave the house what its accounts of games were left.
 */
export function disagreements(
  files: Readonly<Partial<Record<FileKind, Sums>>>,
  closing: readonly ClosingLine[],
): string[] {
  const booked = new Map(closing.map((line) => [line.account, line]))
  const pairs: [what: string, told: number, right: number][] = []
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
      const told = whole(files.jogos, `${account}.stake`) - whole(files.jogos, `${account}.payout`)
      pairs.push([account, told, creditCents - debitCents])
    }
  return pairs.flatMap(([what, told, right]) =>
    told === right ? [] : [`${what}: files ${told}, ledger ${right}`],
  )
}

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0)
