import type { OperatorCalls } from '@palpite/contract/backoffice'
import type { PersonalIdentity } from '../identity/index.ts'
import type { PeriodLine } from '../ledger/index.ts'

/** A masked e-mail address for operators: enough to tell two apart, too little to write to. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`
}

/** The last four digits of a phone number. */
export const maskedPhone = (phone: string): string => `***${phone.slice(-4)}`

/** The first name, and the initials of the others. */
export const maskedName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((one) => `${one.slice(0, 1)}.`)].join(' ')
}

/** An identity for the audit chain: enough to see what changed. */
export const maskedIdentity = ({ name, cpf }: PersonalIdentity) => ({
  name: maskedName(name),
  document: maskedCpf(cpf),
})

/** The middle digits, as Brazil's public registers show a CPF. */
export const maskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

/**
 * A webhook body with personal data masked wherever it occurs: names, tax ids, e-mail addresses and phone numbers.
 * The rest stays letter by letter, whether it is JSON or not.
 */
export const maskedWords = (body: string): string =>
  body
    .replaceAll(
      /("nome"\s*:\s*")((?:[^"\\]|\\.)*)/g,
      (_all, before: string, name: string) => `${before}${maskedName(name)}`,
    )
    .replaceAll(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g, maskedEmail)
    .replaceAll(/(?<!\w)\+\d{10,14}(?!\w)/g, maskedPhone)
    .replaceAll(/(?<!\w)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\w)/g, (cpf) => maskedCpf(cpf.replaceAll(/\D/g, '')))
    .replaceAll(/(?<!\w)\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}(?!\w)/g, '**.***.***/****-**')

/** What an operator typed, masked like `maskedWords`, with phones also as people write them: `(11) 98765-4321`. */
export const maskedTyped = (text: string): string =>
  maskedWords(text).replaceAll(
    /(?<![\w*])(?:\+?55[ .-]?)?\(?[1-9]\d\)?[ .-]?(?:9[ .]?)?\d{4}[ .-]?\d{4}(?!\w)/g,
    maskedPhone,
  )

type Figures = OperatorCalls['GET /api/backoffice/books/figures']['data']['now']

/**
 * The house's revenue, deposits and payouts, computed from the sums booked to its accounts. Signs differ: a deposit
 * and a granted bonus lower their house account.
 */
export function figuresOf(
  accounts: readonly { account: string; cents: number }[],
): Omit<Figures, 'activePlayers'> {
  const came = (pattern: RegExp) =>
    accounts.reduce((sum, { account, cents }) => (pattern.test(account) ? sum + cents : sum), 0)
  const sportsbookCents = came(/^sportsbook$/)
  const gamesCents = came(/^(?:games$|studio:)/)
  const ggrCents = sportsbookCents + gamesCents
  return {
    sportsbookCents,
    gamesCents,
    ggrCents,
    ngrCents: ggrCents + came(/^gifts$/),
    depositsCents: 0 - came(/^(?:pix_in|usdt_in)(?:$|:)/),
    withdrawalsCents: came(/^(?:pix_out|usdt_out)(?:$|:)/),
  }
}

type Period = OperatorCalls['GET /api/backoffice/books/periods']['data']['periods'][number]

/** The figures of each period, in the given order, with the formulas of the dashboard. */
export const periodsOf = (lines: readonly PeriodLine[]): Period[] =>
  [...Map.groupBy(lines, ({ period }) => period)].map(([period, of]) => periodOf(period, of))

function periodOf(period: string, lines: readonly PeriodLine[]): Period {
  const booked = new Map(lines.map((line) => [line.account, line]))
  const debit = (account: string) => booked.get(account)?.debitCents ?? 0
  const credit = (account: string) => booked.get(account)?.creditCents ?? 0
  const figures = figuresOf(
    lines.map(({ account, debitCents, creditCents }) => ({ account, cents: creditCents - debitCents })),
  )
  const ownGamesCents = credit('games') - debit('games')
  return {
    period,
    betsStakedCents: credit('bets_open'),
    sportsbookCents: figures.sportsbookCents,
    ownGamesCents,
    studios: lines.flatMap(({ account, debitCents, creditCents }) =>
      account.startsWith(STUDIO)
        ? [{ studio: account.slice(STUDIO.length), cents: creditCents - debitCents }]
        : [],
    ),
    studiosCents: figures.gamesCents - ownGamesCents,
    ggrCents: figures.ggrCents,
    bonusesGrantedCents: debit('gifts'),
    bonusesBackCents: credit('gifts'),
    ngrCents: figures.ngrCents,
    rails: railsOf([...booked.keys()]).map(({ rail, comesBy, goesBy }) => ({
      rail,
      inCents: debit(comesBy),
      inBackCents: credit(comesBy),
      outCents: credit(goesBy),
      outBackCents: debit(goesBy),
    })),
    depositsCents: figures.depositsCents,
    withdrawalsCents: figures.withdrawalsCents,
    feesCents: credit('fees') - debit('fees'),
  }
}

const STUDIO = 'studio:'

/** Each bank and USDT once, by name, with its two accounts: `pix_in:second` and `pix_out:second` are `pix:second`. */
function railsOf(accounts: readonly string[]) {
  const rails = accounts.flatMap((account) => {
    const [, kind, bank = ''] = /^(pix|usdt)_(?:in|out)(:.+)?$/.exec(account) ?? []
    return kind === undefined ? [] : [{ kind, bank }]
  })
  const named = new Map(rails.map(({ kind, bank }) => [kind + bank, { kind, bank }]))
  return [...named]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([rail, { kind, bank }]) => ({ rail, comesBy: `${kind}_in${bank}`, goesBy: `${kind}_out${bank}` }))
}
