import { present } from '../../apps/server/src/platform/errors.ts'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { sheet } from './sheets.ts'
import { expect } from './test.ts'

const DAY_MS = 86_400_000
/** A house day, this many from today. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

test('a promotion is planned, previewed, approved by another, and claimed by a player', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'planeja@casa.example',
    'aprova@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes`)
  await page.getByRole('button', { name: 'Planejar mudança: Check-in diário' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByLabel('Dia 1').fill('3,21')
  await expect(drawer.getByRole('figure')).toContainText('R$ 3,21')
  await drawer.getByLabel('Começa em').fill(dayAt(1))
  await drawer.getByLabel('Motivo').fill('semana de prêmios maiores')
  expect(await complaints(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await expect(drawer.getByText('Aguarda aprovação')).toBeVisible()
  await expect(drawer.getByText('Com as regras planejadas')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-promotions')

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes`)
  await other.page.getByRole('main').getByRole('button', { name: 'Check-in diário', exact: true }).click()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Promoção aprovada.')).toBeVisible()

  // Its day comes.
  const rows = await db<{ startsOn: string }[]>`
    update rewards_check_in_prize set starts_on = starts_on - 1 where amount_cents = 321 returning starts_on::text as "startsOn"`
  expect(present(rows[0], 'the planned prize').startsOn).toBe(dayAt(0))
  const phone = await openPhone({})
  await comeBack(phone.page, world, toppedUp, '/signInSheet')
  await phone.page.getByRole('main').getByRole('button', { name: 'Fazer check-in' }).click()
  await expect(phone.page.getByRole('main').getByRole('button', { name: 'Check-in feito' })).toBeVisible()
  const claimed = await db<{ cents: number }[]>`
    select amount_cents as cents from rewards_grant where kind = 'check_in' and amount_cents = 321`
  expect(claimed).toHaveLength(1)
})

test('packages are planned, a profitable one is refused, and a player buys what was approved', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'pacotes@casa.example',
    'confere@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes`)
  await page.getByRole('button', { name: 'Planejar mudança: Pacotes de depósito' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('button', { name: 'Tirar o pacote de 20,00', exact: true }).click()
  await drawer.getByRole('button', { name: 'Adicionar pacote' }).click()
  await drawer.getByLabel('Preço: pacote de', { exact: true }).fill('75')
  await drawer.getByLabel('Bônus depois: pacote de 75').fill('0,77')
  await expect(drawer.getByRole('figure')).toContainText('+ R$ 0,77 de bônus')
  await drawer.getByLabel('Começa em').fill(dayAt(1))
  await drawer.getByLabel('Motivo').fill('um pacote entre 50 e 100')
  expect(await complaints(page)).toEqual([])
  const send = drawer.getByRole('button', { name: 'Enviar para aprovação' })
  await send.click()
  await expect(page.getByText('O bônus valeria mais do que custa apostá-lo. Diminua o bônus.')).toBeVisible()
  await drawer.getByLabel('Bônus depois: pacote de 75').fill('0,76')
  await send.click()
  await expect(drawer.getByText('Aguarda aprovação')).toBeVisible()
  await expect(drawer.getByText('Com as regras planejadas')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-packages')

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes`)
  await other.page.getByRole('main').getByRole('button', { name: 'Pacotes de depósito', exact: true }).click()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Promoção aprovada.')).toBeVisible()

  // Its day comes; then it is far away again, for the tests that follow.
  await db`update cashier_package_rule set starts_on = ${dayAt(0)}::date where starts_on = ${dayAt(1)}::date`
  try {
    const phone = await openPhone({})
    await comeBack(phone.page, world, toppedUp)
    await phone.page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    const deposit = sheet(phone.page, 'Depósito')
    await expect(deposit.getByRole('radio', { name: /^R\$\s75,00\s*\+ R\$\s0,76/ })).toBeVisible()
    await expect(deposit.getByRole('radio', { name: /^R\$\s20,00/ })).toHaveCount(0)
  } finally {
    await db`update cashier_package_rule set starts_on = ${dayAt(900)}::date where starts_on = ${dayAt(0)}::date`
  }
})

test('a discount is planned beside a gift, a profitable one is refused, and a player pays what was approved', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'descontos@casa.example',
    'autoriza@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes`)
  await page.getByRole('button', { name: 'Planejar mudança: Descontos dos pacotes' }).click()
  const drawer = page.getByRole('complementary')
  const field = drawer.getByRole('textbox', { name: /^R\$\s100,00/ })
  await field.fill('0,03')
  await drawer.getByLabel('Começa em').fill(dayAt(1))
  await drawer.getByLabel('Motivo').fill('um pouco menos no pacote de cem')
  const send = drawer.getByRole('button', { name: 'Enviar para aprovação' })
  await send.click()
  await expect(page.getByText('O bônus valeria mais do que custa apostá-lo. Diminua o bônus.')).toBeVisible()
  await field.fill('0,02')
  await expect(drawer.getByRole('figure')).toContainText('R$ 99,98')
  expect(await complaints(page)).toEqual([])
  await send.click()
  await expect(drawer.getByText('Com as regras planejadas')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-discounts')

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes`)
  await other.page
    .getByRole('main')
    .getByRole('button', { name: 'Descontos dos pacotes', exact: true })
    .click()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Promoção aprovada.')).toBeVisible()

  // Its day comes; then it is far away again, for the tests that follow.
  await db`update cashier_discount_rule set starts_on = ${dayAt(0)}::date where starts_on = ${dayAt(1)}::date`
  try {
    const phone = await openPhone({})
    await comeBack(phone.page, world, toppedUp)
    await phone.page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    const deposit = sheet(phone.page, 'Depósito')
    await expect(deposit.getByRole('radio', { name: /^R\$\s99,98/ })).toBeVisible()
    await expect(deposit.getByText('o que foi descontado entra como bônus')).toBeVisible()
    await deposit.getByRole('button', { name: /R\$\s99,98/ }).click()
    await phone.page.getByRole('button', { name: 'Confirmar' }).click()
    await expect
      .poll(
        async () =>
          await db`select amount_cents as "amountCents" from cashier_order where discount_cents = 2 and discount_id is null`,
      )
      .toEqual([{ amountCents: 9_998 }])
  } finally {
    await db`update cashier_discount_rule set starts_on = ${dayAt(900)}::date where starts_on = ${dayAt(0)}::date`
  }
})

test('an activity is planned with its texts, previewed, approved by another, and read by players', async ({
  openPhone,
  world,
  db,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'atividades@casa.example',
    'solta@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes`)
  await page.getByRole('button', { name: 'Planejar mudança: Atividades' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByLabel('Endereço da página').fill('semana-cheia')
  await drawer.getByLabel('O que conta').selectOption('Dias com check-in')
  await drawer.getByLabel('Meta da etapa 1').fill('5')
  await drawer.getByLabel('Prêmio da etapa 1').fill('5,01')
  for (const [language, title] of [
    ['Em português', 'Semana cheia'],
    ['Em inglês e nos outros idiomas', 'A full week'],
  ] as const) {
    const texts = drawer.getByRole('group', { name: language })
    await texts.getByLabel('Título').fill(title)
    await texts.getByLabel('Resumo').fill(`${title}: cinco dias.`)
    await texts.getByLabel('Como funciona').fill('Faça o check-in.\nResgate o prêmio.')
    await texts.getByLabel('Regras').fill('Uma vez por conta.')
  }
  const phone = drawer.getByRole('figure', { name: 'No celular: Em português' })
  await expect(phone.getByText('Semana cheia', { exact: true })).toBeVisible()
  await expect(phone.getByText('5 dias')).toBeVisible()
  await drawer.getByLabel('Começa em').fill(dayAt(1))
  await drawer.getByLabel('Termina em').fill(dayAt(10))
  await drawer.getByLabel('Motivo').fill('uma semana inteira de presença')
  const send = drawer.getByRole('button', { name: 'Enviar para aprovação' })
  await send.click()
  await expect(page.getByText('O bônus valeria mais do que custa apostá-lo. Diminua o bônus.')).toBeVisible()
  await drawer.getByLabel('Prêmio da etapa 1').fill('5')
  expect(await complaints(page)).toEqual([])
  await send.click()
  await expect(drawer.getByText('Com as regras planejadas')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-activity')

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes`)
  await other.page.getByRole('main').getByRole('button', { name: 'Atividades', exact: true }).click()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Promoção aprovada.')).toBeVisible()
  const listed = other.page.getByRole('region', { name: 'Atividades' })
  await expect(listed.getByText('Semana cheia')).toBeVisible()

  // Its day comes.
  await db`update rewards_activity set starts_at = now() - interval '1 hour' where id = 'semana-cheia'`
  const player = await openPhone({})
  await player.page.goto(`${world.url}/activesemana-cheia`)
  await expect(player.page.getByText('Semana cheia: cinco dias.')).toBeVisible()
  await expect(player.page.getByRole('row', { name: /5.*R\$\s5,00/ })).toBeVisible()
})

test('VIP awards are planned within their cost, approved, and shown to players', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'niveis@casa.example',
    'revisa@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes`)
  await page.getByRole('button', { name: 'Planejar mudança: Prêmios dos níveis VIP' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('textbox', { name: 'Nível 2 R$', exact: true }).fill('5,01')
  await drawer.getByLabel('Começa em').fill(dayAt(1))
  await drawer.getByLabel('Motivo').fill('um prêmio menor no nível dois')
  const send = drawer.getByRole('button', { name: 'Enviar para aprovação' })
  await send.click()
  await expect(page.getByText('O bônus valeria mais do que custa apostá-lo. Diminua o bônus.')).toBeVisible()
  await drawer.getByRole('textbox', { name: 'Nível 2 R$', exact: true }).fill('4')
  await expect(drawer.getByRole('figure')).toContainText('R$ 4,00')
  await send.click()
  await expect(drawer.getByText('Com as regras planejadas')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-vip-awards')

  const other = await openPhone({ isDesk: true, look: 'light' })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes`)
  await other.page
    .getByRole('main')
    .getByRole('button', { name: 'Prêmios dos níveis VIP', exact: true })
    .click()
  await other.page.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Promoção aprovada.')).toBeVisible()

  // Players read beforehand that it will be lower, and from when on.
  const before = await openPhone({})
  await comeBack(before.page, world, toppedUp, '/vip')
  await expect(
    before.page.getByRole('row', { name: /R\$\s25,00.*R\$\s5,00.*este prêmio passa a ser R\$\s4,00/ }),
  ).toBeVisible()

  // Its day comes; then it is far away again, for the tests that follow.
  await db`update rewards_vip_level set starts_on = ${dayAt(0)}::date where starts_on = ${dayAt(1)}::date`
  try {
    const phone = await openPhone({})
    await comeBack(phone.page, world, toppedUp, '/vip')
    await expect(phone.page.getByRole('row', { name: /R\$\s25,00.*R\$\s4,00/ })).toBeVisible()
  } finally {
    await db`update rewards_vip_level set starts_on = ${dayAt(900)}::date where starts_on = ${dayAt(0)}::date`
  }
})
