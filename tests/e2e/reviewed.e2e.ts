import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { fitsEverywhere } from './fits.ts'
import { call, comeBack, infoOf } from './known-player.ts'
import { reviewLarge, wagered, WITHDRAWN, withdrawElsewhere } from './large-withdrawals.ts'
import { greetedSocket } from './lines.ts'
import { operatorsWith } from './operators.ts'
import { balanceCents, type World } from './player.ts'
import { alerted } from './sheets.ts'

// In one worker, serially: operators and their requests belong to the worker's app.
test.describe.configure({ mode: 'default' })

let one: string
let two: string

test.beforeAll(async ({ world }) => {
  ;[one = '', two = ''] = await operatorsWith(
    world,
    ['withdrawals.review', 'settings.read', 'settings.propose', 'settings.approve'],
    ['uma@casa.example', 'duas@casa.example'],
  )
  await reviewLarge(world, one, two)
})

const main = (page: Page) => page.getByRole('main')
const underWay = (page: Page) => main(page).getByRole('region', { name: 'Saques a caminho' })

/** The result of an operator's approval. */
const approve = async (world: World, token: string, orderId: string) => {
  const { items } = (await call(world, token, '/api/backoffice/withdrawals/reviews')) as {
    items: { orderId: string; reasons: string[]; approvalsNeeded: number }[]
  }
  const waiting = items.find((item) => item.orderId === orderId)
  expect(waiting).toMatchObject({ approvalsNeeded: 2 })
  expect(waiting?.reasons).toContain('large')
  const { answers } = (await call(world, token, '/api/backoffice/withdrawals/decide', {
    requestId: randomBytes(16).toString('hex'),
    orderIds: [orderId],
    outcome: 'approve',
    reason: 'documentos conferidos',
  })) as { answers: { state: string }[] }
  return answers.map(({ state }) => state)
}

test('a large withdrawal is requested, held, and shown as under review, by when, and that it cannot be cancelled', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await wagered(world, toppedUp)
  await comeBack(page, world, toppedUp, '/conta?tab=withdraw')
  const { balance } = await infoOf(world, toppedUp)
  await main(page).getByLabel('Valor do saque').fill(String(WITHDRAWN))
  await main(page)
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  await main(page).getByLabel('Senha', { exact: true }).fill(toppedUp.password)
  await main(page).getByRole('button', { name: 'Confirmar e retirar' }).click()
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
  await page.goto(`${world.url}/conta?tab=withdraw`)
  await expect.poll(() => balanceCents(page)).toBe(Math.round((balance - WITHDRAWN) * 100))
  await expect(underWay(page).getByText('Em análise')).toBeVisible()
  await expect(underWay(page).getByText(/^Enviado até /)).toBeVisible()
  await expect(underWay(page).getByText(/não volta ao jogo/)).toBeVisible()
  await underWay(page).scrollIntoViewIfNeeded()
  await fitsEverywhere(phone, 'reviewed-1-under-way')
})

test("one operator is not enough, nor the same one twice; another's approval sends it, and the page shows it as paid", async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await wagered(world, toppedUp)
  const orderId = await withdrawElsewhere(world, toppedUp)
  // A page without a socket yet would miss the push.
  const greeted = greetedSocket(page)
  await comeBack(page, world, toppedUp, '/conta?tab=withdraw')
  await greeted
  await expect(underWay(page).getByText('Em análise')).toBeVisible()
  expect(await approve(world, one, orderId)).toEqual(['waits'])
  expect(await approve(world, one, orderId)).toEqual(['needs_another'])
  await expect(underWay(page).getByText('Em análise')).toBeVisible()
  expect(await approve(world, two, orderId)).toEqual(['sent'])
  // Pushed, without a reload, once the bank has paid.
  await expect(underWay(page)).toBeHidden({ timeout: 60_000 })
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Saque' }).getByText('Pago')).toBeVisible()
  await phone.picture('reviewed-2-paid')
})
