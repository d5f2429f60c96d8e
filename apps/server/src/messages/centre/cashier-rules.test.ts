import { expect, test } from 'vitest'
import { refundMessage, topUpMessages, transferMessage, withdrawalMessage } from './cashier-rules.ts'
import { messageTexts, messageWords } from './messages.ts'
import { automaticCashOutMessage, betMessage, type NewMessage } from './rules.ts'

type Lang = Parameters<typeof messageWords>[1]
const languages = Object.keys(messageTexts) as Lang[]

const wordsIn = (lang: Lang, message: NewMessage | undefined) => {
  const { textKey = '', values: textValues = {} } = message ?? {}
  const { title, text } = messageWords({ textKey, textValues }, lang)
  return { title, text: text.replaceAll('\u00a0', ' ') }
}

const topUp = { playerId: 1, orderId: 'a', amountCents: 10_000, bonusGrantCents: 0, first: false }
const refused = { playerId: 1, orderId: 'w', amountCents: 10_000, status: '01' }
const transfer = { playerId: 1, transferId: 't', amountCents: 10_000 }
const failedRefund = { playerId: 1, refundId: 'r', amountCents: 10_000, step: 'failed' as const }
const bet = { playerId: 1, betId: 5, result: 10, stakeCents: 5_000, returnCents: 10_000 }
const sold = { playerId: 1, betId: 6, levelCents: 9_000, paidCents: 10_000 }

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
  {
    what: 'a transfer',
    message: transferMessage({ ...transfer, repaidCents: 3_000 }),
    title: 'Você recebeu uma transferência',
    text: 'Você recebeu R$ 100,00 de outro jogador. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
  {
    what: 'a failed refund',
    message: refundMessage({ ...failedRefund, repaidCents: 3_000 }),
    title: 'Devolução não concluída',
    text: 'Não foi possível devolver R$ 100,00 do seu depósito e o valor voltou. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
  {
    what: 'a won bet',
    message: betMessage({ ...bet, repaidCents: 3_000 }, 'A1'),
    title: 'Aposta ganha',
    text: 'Sua aposta A1 de R$ 50,00 ganhou e pagou R$ 100,00. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
  },
  {
    what: 'a cashed-out bet',
    message: automaticCashOutMessage({ ...sold, repaidCents: 3_000 }, 'A1'),
    title: 'Aposta encerrada no valor que você marcou',
    text: 'A aposta A1 chegou ao valor que você marcou, R$ 90,00, e foi encerrada por R$ 100,00. Desse valor, R$ 30,00 abateram o valor em aberto e R$ 70,00 foram para o seu saldo.',
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
  expect(wordsIn('en', transferMessage(transfer)).text).toBe(
    'R$100.00 from another player is in your balance.',
  )
  expect(wordsIn('en', refundMessage(failedRefund)).text).toBe(
    'R$100.00 of your deposit could not be given back: the amount is in your balance again.',
  )
  expect(wordsIn('en', betMessage(bet, 'A1')).text).toBe(
    'Your bet A1 of R$50.00 won: R$100.00 came into your balance.',
  )
  expect(wordsIn('en', automaticCashOutMessage(sold, 'A1')).text).toBe(
    'Bet A1 reached the R$90.00 you set and was cashed out: R$100.00 came into your balance.',
  )
})

const withDebt = [
  ...([undefined, 'other_amount', 'again', 'late', 'discount_used'] as const).flatMap((how) =>
    topUpMessages({ ...topUp, how, askedCents: 20_000, repaidCents: 3_000 }),
  ),
  withdrawalMessage({ ...refused, repaidCents: 3_000 }),
  transferMessage({ ...transfer, repaidCents: 3_000 }),
  refundMessage({ ...failedRefund, repaidCents: 3_000 }),
  ...[10, 21, 90, 11, -1].map((result) => betMessage({ ...bet, result, repaidCents: 3_000 }, 'A1')),
  automaticCashOutMessage({ ...sold, repaidCents: 3_000 }, 'A1'),
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
