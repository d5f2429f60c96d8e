import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { fitsEverywhere } from './fits.ts'
import {
  call,
  comeBack,
  infoOf,
  type KnownPlayer,
  newOrder,
  payAtBank,
  registered,
  rollElsewhere,
  toppedUp,
} from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { balanceCents } from './player.ts'
import { alerted, breakages, isSeen } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let player: KnownPlayer
let one: string
let two: string

/** In reais: above it two operators have to say yes here, and what other journeys withdraw is below. */
const BOUND = 200
/** In reais. */
const WITHDRAWN = 210

beforeAll(async () => {
  ;[one = '', two = ''] = await operatorsWith(
    world,
    ['withdrawals.review', 'settings.propose', 'settings.approve'],
    ['uma@casa.example', 'outra@casa.example'],
  )
  const value = { reviewAboveCents: BOUND * 100, twoOperatorsAboveCents: BOUND * 100 }
  const settings = '/api/backoffice/settings/cashier/versions'
  const proposed = await call(world, one, settings, { value, baseVersion: 0 })
  const { version } = proposed as { version: number }
  await call(world, two, `${settings}/${version}/approve`, {})
  player = await toppedUp(world, await registered(world))
  for (let orders = 1; orders < 4; orders += 1)
    await payAtBank(world, player.token, await newOrder(world, player))
  // Each roll wins a third with 75 %, the least that counts: all is wagered by small ones, and most of it is still there.
  for (let rolls = 0; rolls < 40; rolls += 1)
    await rollElsewhere(world, player, { stakeCents: 1_000, targetHundredths: 25_00 })
  phone = await openPhone()
  page = phone.page
})
afterAll(() => phone.close())

const main = () => page.getByRole('main')
const underWay = () => main().getByRole('region', { name: 'Saques a caminho' })
/** What an operator's yes did to the one withdrawal that waits. */
const approve = async (token: string) => {
  const { items } = (await call(world, token, '/api/backoffice/withdrawals/reviews')) as {
    items: { orderId: string; reasons: string[]; approvalsNeeded: number }[]
  }
  expect(items).toMatchObject([{ approvalsNeeded: 2 }])
  expect(items[0]?.reasons).toContain('large')
  const { answers } = (await call(world, token, '/api/backoffice/withdrawals/decide', {
    requestId: randomBytes(16).toString('hex'),
    orderIds: items.map(({ orderId }) => orderId),
    outcome: 'approve',
    reason: 'documentos conferidos',
  })) as { answers: { state: string }[] }
  return answers.map(({ state }) => state)
}

test('a large withdrawal is asked for, held, and said to be looked at, by when, and that it is not taken back', async () => {
  await comeBack(page, world, player, '/conta?tab=withdraw')
  const { balance } = await infoOf(world, player)
  await main().getByLabel('Valor do saque').fill(String(WITHDRAWN))
  await main()
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  await main().getByLabel('Senha', { exact: true }).fill(player.password)
  await main().getByRole('button', { name: 'Confirmar e retirar' }).click()
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
  await page.goto(`${world.url}/conta?tab=withdraw`)
  await expect.poll(() => balanceCents(page)).toBe(Math.round((balance - WITHDRAWN) * 100))
  expect(await isSeen(underWay().getByText('Em análise'))).toBe(true)
  expect(await isSeen(underWay().getByText(/^Enviado até /))).toBe(true)
  expect(await isSeen(underWay().getByText(/não volta ao jogo/))).toBe(true)
  await underWay().scrollIntoViewIfNeeded()
  await fitsEverywhere(phone, 'reviewed-1-under-way')
})

test('one operator is not enough, nor the same one twice; the yes of another sends it, and the page says that it is paid', async () => {
  expect(await approve(one)).toEqual(['waits'])
  expect(await approve(one)).toEqual(['needs_another'])
  expect(await isSeen(underWay().getByText('Em análise'))).toBe(true)
  expect(await approve(two)).toEqual(['sent'])
  // Pushed, without a reload.
  await underWay().waitFor({ state: 'detached', timeout: 60_000 })
  expect(await isSeen(main().getByRole('listitem').filter({ hasText: 'Saque' }).getByText('Pago'))).toBe(true)
  await phone.picture('reviewed-2-paid')
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})
