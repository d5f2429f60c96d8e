import { complaints } from './accessible.ts'
import { keysOf } from './keys.ts'
import { comeBack } from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

test('a player takes the own data away, closes the account, and is told so at the next login', async ({
  page,
  phone,
  player,
  world,
}) => {
  noteCaptchas(page)
  const keys = keysOf(page)
  const own = sheet(page, 'Meus dados')
  await comeBack(page, world, player)
  await keys.press(page.getByRole('button', { name: /^Minha conta/ }))
  await keys.press(page.getByRole('button', { name: 'Meus dados' }))
  expect(await complaints(page)).toEqual([])
  await phone.picture('own-data')

  await keys.press(own.getByRole('button', { name: 'Baixar meus dados' }))
  await expect(own.getByLabel('Senha atual')).toBeFocused()
  const saved = page.waitForEvent('download')
  await page.keyboard.type(player.password)
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('palpite.json')
  await expect(own.getByText('Baixe tudo o que guardamos sobre você')).toBeVisible()

  await keys.press(own.getByRole('button', { name: 'Encerrar a conta' }))
  await expect(own.getByText(/^A conta deixa de abrir/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('own-data-close')
  await own.getByLabel('Senha atual').fill(player.password)
  await own.getByRole('button', { name: 'Encerrar a conta' }).click()
  await expect(page.getByText('Conta encerrada')).toBeVisible()
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).first().click()
  await enter(page, world, player)
  await expect(page.getByText('Você encerrou esta conta. Para voltar, fale com o atendimento.')).toBeVisible()
  expect(await complaints(page)).toEqual([])
})
