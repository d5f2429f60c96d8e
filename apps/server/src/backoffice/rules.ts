import type { OperatorCalls } from '@palpite/contract/backoffice'
import type { PersonalIdentity } from '../identity/index.ts'

/** An e-mail as an operator may see it: enough to tell two apart, too little to write to. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`
}

/** The last four digits of a phone number. */
export const maskedPhone = (phone: string): string => `***${phone.slice(-4)}`

/** The first name and the first letters of the others. */
export const maskedName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map((one) => `${one.slice(0, 1)}.`)].join(' ')
}

/** Who somebody is, as it may stand in the audit chain: enough to see what was changed. */
export const maskedIdentity = ({ name, cpf }: PersonalIdentity) => ({
  name: maskedName(name),
  document: maskedCpf(cpf),
})

/** The digits in the middle, as Brazil's public registers show a CPF. */
export const maskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

/**
 * The body of a webhook with whoever it names covered: names, tax ids, e-mails and phone numbers, wherever they stand in it.
 * All else stays letter by letter, whether it is JSON or not.
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

type Figures = OperatorCalls['GET /api/backoffice/books/figures']['data']['now']

/**
 * What the house earned, took and paid, worked out from the sums booked to its accounts. The signs differ: a deposit and a
 * granted bonus lower the house account that stands for them.
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
