import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAlerts } from '../../../shared/alerts.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { loadTexts, text } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { knowWallet } from '../testing/test-wallet.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { testLimits } from './testing/test-limits.ts'
import { missingOf, TransferForm } from '../transfer/TransferForm.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { WithdrawSummary } from './WithdrawSummary.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/conta'))
afterEach(() => {
  queryClient.clear()
  useAlerts.setState({ waiting: [] })
})

const desk = (known: Parameters<typeof knowWallet>[0] = {}) => {
  knowWallet(known)
  return draw(createElement(WithdrawForm))
}
const alerts = () => useAlerts.getState().waiting.map(({ text }) => text)

test('the withdrawal shows withdrawable amount, daily count, amount, method, fee and net', () => {
  const { html, words } = desk()
  expect(words).toMatch(/Disponível para retirar R\$ 120,50 .*Saques restantes hoje 1/)
  expect(html).toContain('Valor do saque')
  expect(words).toMatch(/CPF CNPJ/)
  expect(words).toMatch(/Taxa \(2,5%\) .* Você recebe/)
  expect(words).toMatch(/Retirar$/)
})

test('Retirar shows Chave PIX (CPF), Titular and Prazo, and the balance once', () => {
  const card = { ifsc: '', payCardNo: '52998224725', name: 'Ana Souza', whatsapp: '' }
  const { words } = desk({ limits: { cardInfo: { ...testLimits.cardInfo, CPF: card } } })
  expect(words).toMatch(/Chave PIX \(CPF\) \*\*\*\.982\.247-\*\* Titular Ana Souza/)
  expect(words).toMatch(/Prazo 00:00 a 24:00, a partir de 10 minutos/)
  expect(words).not.toMatch(/Banco|Número do cartão|Saldo/)
  expect(words.match(/R\$ 120,50/g)).toHaveLength(1)
})

test("if nothing may leave, plain words accompany the specification's", () => {
  const { words } = desk({ limits: { wdAmount: 0 } })
  expect(words).toContain('Nada disponível para saque Sem valor de levantamento')
})

test('the form stays when a reload fails', () => {
  knowWallet()
  const query = queryClient.getQueryCache().find({ queryKey: callKey('GET /api/app/order/getWithdraw') })
  query?.setState({ status: 'error', error: new TypeError('the line is cut') })
  expect(draw(createElement(WithdrawForm)).html).toContain('Valor do saque')
  query?.setState({ data: undefined })
  expect(draw(createElement(WithdrawForm)).html).not.toContain('Valor do saque')
})

test('money that must be staked first says so, with the amount', () => {
  const short = desk({ user: { balance: 150, freeBalance: 20 }, limits: { wdAmount: 30 } })
  expect(short.words).toMatch(/Liberado depois de apostar R\$ 100,00/)
  expect(desk({ user: { balance: 50.5, freeBalance: 20 }, limits: { wdAmount: 30.5 } }).words).not.toContain(
    'Liberado depois de apostar',
  )
})

test('a pending withdrawal is shown above the form, with its promise, and cannot be cancelled', () => {
  const record = {
    orderId: 'one',
    type: '11',
    status: '00',
    reason: 'in_review',
    amountCents: 30_000,
    feeCents: 0,
    method: 'CPF',
    payTo: '***.982.247-**',
    usdt: null,
    promisedAt: '2026-11-20T14:00:00.000Z',
    isLate: false,
    at: '2026-11-20T12:00:00.000Z',
  } as const
  const paid = { ...record, orderId: 'two', status: '10', reason: null, promisedAt: null } as const
  const { words } = desk({ records: [record, paid] })
  expect(words).toMatch(/Saques a caminho R\$ 300,00 Em análise Enviado até .* não volta ao jogo/)
  expect(words.match(/R\$ 300,00/g)).toHaveLength(1)
  expect(desk({ records: [paid] }).words).not.toContain('Saques a caminho')
})

test("the minimum is the server's, and the maximum is shown", () => {
  expect(desk().words).toContain('De R$ 50,00 a R$ 10.000,00 por saque, com taxa de 2,5%')
  // The specification's own text stays as it is, whatever the bound in force.
  const bounded = desk({ limits: { maxAmount: 5_000 } })
  expect(bounded.words).toContain('a R$ 5.000,00 por saque')
  expect(bounded.words).toContain('R$10000')
  const higher = desk({ limits: { limitAmount: '80' } })
  expect(higher.words).toContain('De R$ 80,00 a')
  higher.press('Retirar')
  expect(alerts()).toEqual(['Montante mínimo de retirada:R$80'])
})

test.each([10_000, 5_000, 80_000])(
  '9.23 the most a withdrawal may be is told as R$10000, also where the bound in force is R$ %i',
  (maxAmount) => {
    expect(desk({ limits: { maxAmount } }).words).toMatch(/\bR\$10000\b/)
  },
)

test.each([
  {
    limits: { lock: true },
    says: 'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde',
  },
  { limits: { number: 0 }, says: 'Número de retiradas restantes hoje 0, tente novamente amanhã。' },
  { limits: { wdAmount: 0 }, says: 'Sem valor de levantamento' },
])('where nothing can leave the withdrawal says: $says', ({ limits, says }) => {
  const form = desk({ limits })
  expect(form.words).toContain(says)
  form.press('Retirar')
  expect(alerts()).toEqual([says])
})

test.each([
  { open: { code: 'mines', name: null }, shown: 'Mines', href: '/mines' },
  { open: { code: 'foguete', name: 'Foguete' }, shown: 'Foguete', href: '/play?game=foguete' },
])('a withdrawal that waits for a round of $shown says so, and leads there', ({ open, shown, href }) => {
  const { words, html } = desk({ limits: { lock: true, openGames: [open] } })
  expect(words).toContain(
    `${shown} ainda está em andamento. Termine a rodada ou saia do jogo para retirar. Ir para ${shown}`,
  )
  expect(html).toContain(`href="${href}"`)
  expect(desk().words).not.toContain('em andamento')
})

test('the summary shows fee percent, hours and the fastest payout', () => {
  const { words } = draw(
    createElement(WithdrawSummary, {
      amountCents: 10_000,
      limits: { ...testLimits, serviceAmount: 0.03 },
      method: 'CPF',
    }),
  )
  expect(words).toBe('Taxa (3%) R$ 3,00 Você recebe R$ 97,00 Prazo 00:00 a 24:00, a partir de 10 minutos')
})

test.each([
  { method: 'CPF', inputMode: 'numeric' },
  { method: 'CNPJ', inputMode: 'text' }, // it may have letters
] as const)(
  '2.38 the details of $method ask for the holder, the key and a WhatsApp number',
  ({ method, inputMode }) => {
    const { html, words } = draw(
      createElement(DetailsForm, {
        method,
        details: undefined,
        holder: 'Ana Souza',
        email: 'ana@example.com',
        onSave: () => undefined,
        onBack: () => undefined,
      }),
    )
    expect(words).toContain(`Receber por ${method}`)
    expect(words).toContain('WhatsApp')
    expect(html).toMatch(/<input[^>]* value="Ana Souza"/)
    expect(html).toContain(`inputMode="${inputMode}"`)
  },
)

test('5.28 a transfer asks for amount, user and password, in that order', () => {
  const form = draw(
    createElement(TransferForm, { limits: { min: 10, dayMax: 1_000 }, onBack: () => undefined }),
  )
  expect(form.words).toMatch(/Valor da transferência .* Usuário da transferência .* Senha/)
  form.submit()
  expect(alerts()).toEqual(['Por favor, insira o valor da transferência'])
  expect(missingOf({ amountCents: 1, user: ' ', password: '' })).toBe('wallet.transfer.enterUser')
  expect(text('wallet.transfer.enterUser')).toBe('Por favor, insira o usuário da transferência')
  expect(missingOf({ amountCents: 1, user: 'a@b.co', password: '' })).toBe('wallet.transfer.enterPassword')
})

test('3.20 a transfer is offered only where the operator allows it', () => {
  expect(desk().words).not.toContain('Transferir a outro jogador')
  expect(desk({ limits: { transfer: { min: 10, dayMax: 1_000 } } }).words).toContain(
    'Transferir a outro jogador',
  )
})

test("5.22 the details' fields are required, without a message", () => {
  const saved: unknown[] = []
  const form = draw(
    createElement(DetailsForm, {
      method: 'CPF',
      details: undefined,
      holder: '',
      email: 'ana@example.com',
      onSave: (details) => saved.push(details),
      onBack: () => undefined,
    }),
  )
  expect([...form.html.matchAll(/<input[^>]* required=""/g)]).toHaveLength(2)
  form.submit()
  expect([saved, alerts()]).toEqual([[], []])
})

test('2.38 5.21 5.27 the USDT details ask only for the address, as free text, and show its network', () => {
  const form = (payCardNo: string) =>
    draw(
      createElement(DetailsForm, {
        method: 'USDT',
        details: { payCardNo, name: '', whatsapp: '' },
        holder: 'Ana Souza',
        email: 'ana@example.com',
        onSave: () => undefined,
        onBack: () => undefined,
      }),
    )
  const empty = form('')
  expect(empty.html).toMatch(/<textarea/)
  expect(empty.words).not.toContain('Nome do titular')
  expect(empty.html).not.toContain('Ana Souza')
  expect(empty.words).not.toContain('WhatsApp')
  empty.submit()
  expect(alerts()).toEqual(['Por favor, insira o endereço da carteira'])
  expect(form('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE').words).toContain('Rede: TRC20')
  expect(form('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed').words).toContain('Rede: ERC20')
  expect(form('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF').words).not.toContain('Rede')
})

test('an address without a checksum is accepted only after the player confirms the comparison', () => {
  const saved: unknown[] = []
  const form = draw(
    createElement(DetailsForm, {
      method: 'USDT',
      details: { payCardNo: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', name: '', whatsapp: '' },
      holder: 'Ana Souza',
      email: 'ana@example.com',
      onSave: (details) => saved.push(details),
      onBack: () => undefined,
    }),
  )
  expect(form.words).toContain('Comparei cada letra do endereço')
  form.submit()
  expect(saved).toEqual([])
})

test('9.27 the USDT estimate deducts the fee, the rate and 1 USDT of mining', () => {
  const { words } = draw(
    createElement(WithdrawSummary, {
      amountCents: 20_000,
      limits: { ...testLimits, usdtRate: 5 },
      method: 'USDT',
    }),
  )
  expect(words).toContain('Cotação 1 USDT = R$ 5,00 Taxa de mineração 1 USDT')
  expect(words).toContain('38,00 USDT')
})
