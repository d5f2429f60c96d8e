import type { Page } from '@playwright/test'
import { openPreparedApp } from '../../tools/test/whole-app.ts'
import { complaints } from './accessible.ts'
import { mailedCode } from './known-player.ts'
import { enter, noteCaptchas } from './player.ts'
import { expect, test as base } from './test.ts'

/** The proxy reports the caller's country; these browsers send the header themselves. */
const COUNTRY_HEADER = 'x-client-country'

const test = base.extend({
  world: [
    async ({}, use) => {
      const { stop, ...app } = await openPreparedApp({ COUNTRY_HEADER, TRUST_PROXY: '1' })
      await use(app)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const from = (page: Page, country: string) => page.setExtraHTTPHeaders({ [COUNTRY_HEADER]: country })
const accountButton = (page: Page) => page.getByRole('button', { name: /^Minha conta/ })

test('a password from a new country is asked twice: the mailed code lets its owner in, and another one does not', async ({
  phone,
  openPhone,
  world,
  player,
}) => {
  const signIn = async (page: Page, country: string) => {
    noteCaptchas(page)
    await from(page, country)
    await page.goto(`${world.url}/home`)
    await page.getByRole('button', { name: 'Entrar', exact: true }).first().click()
    await enter(page, world, player)
  }
  await signIn(phone.page, 'BR')
  await expect(accountButton(phone.page)).toBeVisible()

  const abroad = await openPhone()
  await signIn(abroad.page, 'PT')
  const sheet = abroad.page.getByRole('dialog')
  await expect(sheet.getByText(/^Para confirmar que é você, enviamos um código/)).toBeVisible()
  expect(await complaints(abroad.page)).toEqual([])
  await abroad.picture('new-country')
  const code = await mailedCode(world, player.email)
  const field = sheet.getByLabel('Código de 6 dígitos')
  await field.fill(code === '000000' ? '111111' : '000000') // submitted by its last digit
  await expect(sheet.getByText('Código incorreto ou vencido.')).toBeVisible()
  await expect(accountButton(abroad.page)).toBeHidden()
  await field.fill(code)
  await expect(accountButton(abroad.page)).toBeVisible()

  // Known from now on: the same country needs no code.
  const again = await openPhone()
  await signIn(again.page, 'PT')
  await expect(accountButton(again.page)).toBeVisible()
})
