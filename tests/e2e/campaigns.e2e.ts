import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { call, comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { sheet } from './sheets.ts'
import { expect } from './test.ts'

/** A minute of the house's clock, so many days from today. */
const minuteAt = (days: number) =>
  `${new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)}T12:00`

test('a message to many is planned, counted, approved by another operator and read by a player', async ({
  openPhone,
  world,
  toppedUp,
}) => {
  const permissions = ['settings.read', 'settings.propose', 'settings.approve']
  const emails = ['mensagens@casa.example', 'aprova-mensagens@casa.example']
  const [first = '', second = ''] = await operatorsWith(world, permissions, emails)
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes/mensagens`)
  await expect(page.getByText('Nenhuma mensagem planejada')).toBeVisible()
  await page.getByRole('button', { name: 'Planejar mensagem' }).click()
  const drawer = page.getByRole('complementary')
  const name = 'Aviso da rodada'
  await drawer.getByLabel('Nome interno').fill(name)
  const texts = drawer.getByRole('group', { name: /português/ })
  await texts.getByLabel('Título').fill('A rodada decisiva')
  await texts.getByLabel('Texto').fill('Veja os jogos do fim de semana.')
  await expect(drawer.getByRole('figure').getByText('Novidade: A rodada decisiva')).toBeVisible()
  await expect(drawer.getByText('1 de 14')).toBeVisible()
  await drawer.getByLabel('Fim do envio').fill(minuteAt(5))
  await drawer.getByLabel('Motivo').fill('os jogos do fim de semana')
  await drawer.getByRole('button', { name: 'Contar quem receberia agora' }).click()
  await expect(drawer.getByText('Receberiam')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-campaign-form')
  await drawer.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await expect(drawer.getByText('Aguarda aprovação')).toBeVisible()

  const other = await openPhone({ isDesk: true })
  await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
  await other.page.goto(`${world.backofficeUrl}/promocoes/mensagens?ver=open`)
  await other.page.getByRole('main').getByRole('button', { name, exact: true }).click()
  const opened = other.page.getByRole('complementary')
  expect(await complaints(other.page)).toEqual([])
  await other.picture('backoffice-campaign-dark')
  await opened.getByRole('button', { name: 'Aprovar' }).click()
  await expect(other.page.getByText('Mensagem aprovada.')).toBeVisible()

  const title = 'Novidade: A rodada decisiva'
  await expect
    .poll(async () => JSON.stringify(await call(world, toppedUp.token, '/api/app/messages/list')))
    .toContain(title)
  const phone = await openPhone({})
  await comeBack(phone.page, world, toppedUp, '/gameMess')
  await phone.page.getByRole('button', { name: title }).click()
  await expect(sheet(phone.page, title).getByText('Veja os jogos do fim de semana.')).toBeVisible()
})
