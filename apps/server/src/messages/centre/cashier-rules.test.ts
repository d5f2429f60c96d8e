import { expect, test } from 'vitest'
import { topUpMessages, withdrawalMessage } from './cashier-rules.ts'
import { messageTexts, messageWords } from './messages.ts'
import type { NewMessage } from './rules.ts'

type Lang = Parameters<typeof messageWords>[1]
const languages = Object.keys(messageTexts) as Lang[]

const wordsIn = (lang: Lang, message: NewMessage | undefined) => {
  const { textKey = '', values: textValues = {} } = message ?? {}
  const { title, text } = messageWords({ textKey, textValues }, lang)
  return { title, text: text.replaceAll('\u00a0', ' ') }
}

const topUp = { playerId: 1, orderId: 'a', amountCents: 10_000, bonusGrantCents: 0, first: false }
const refused = { playerId: 1, orderId: 'w', amountCents: 10_000, status: '01' }

test.each([
  {
    what: 'a top-up',
    message: topUpMessages({ ...topUp, repaidCents: 3_000 })[0],
    title: 'Depósito confirmado',
    text: 'Seu depósito de R$ 100,00 chegou. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
  {
    what: 'a whole top-up',
    message: topUpMessages({ ...topUp, repaidCents: 10_000 })[0],
    title: 'Depósito confirmado',
    text: 'Seu depósito de R$ 100,00 chegou. Desse valor, R$ 100,00 abateram o valor em aberto e R$ 0,00 foram para o seu saldo.',
  },
  {
    what: 'a top-up of another amount',
    message: topUpMessages({ ...topUp, how: 'other_amount', askedCents: 20_000, repaidCents: 3_000 })[0],
    title: 'Depósito com outro valor',
    text: 'Recebemos R$ 100,00 em vez de R$ 200,00; o bônus do pacote não se aplica. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
  {
    what: 'a refused withdrawal',
    message: withdrawalMessage({ ...refused, repaidCents: 3_000 }),
    title: 'Saque não concluído',
    text: 'Seu saque de R$ 100,00 não foi concluído e o valor voltou. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
])(
  '$what of which a debt took a part says how much, and what went to the balance',
  ({ message, title, text }) => {
    expect(wordsIn('pt-BR', message)).toEqual({ title, text })
  },
)

test('without a debt the money is in the balance', () => {
  expect(wordsIn('en', topUpMessages(topUp)[0]).text).toBe('Your deposit of R$100.00 is in your balance.')
  expect(wordsIn('en', withdrawalMessage(refused)).text).toBe(
    'Your withdrawal of R$100.00 was not completed: the amount is back in your balance.',
  )
})

const withDebt = [
  ...([undefined, 'other_amount', 'again', 'late', 'discount_used'] as const).flatMap((how) =>
    topUpMessages({ ...topUp, how, askedCents: 20_000, repaidCents: 3_000 }),
  ),
  withdrawalMessage({ ...refused, repaidCents: 3_000 }),
]

test.each(languages)('in %s every such message names all three sums, under its own title', (lang) => {
  const titles = withDebt.map((message) => wordsIn(lang, message).title)
  expect(new Set(titles).size).toBe(withDebt.length)
  for (const message of withDebt) {
    const { title, text } = wordsIn(lang, message)
    expect(title + text).not.toMatch(/[{}]/)
    for (const sum of ['100', '30', '70']) expect(text).toMatch(new RegExp(`\\b${sum}[.,]00\\b`))
  }
})
