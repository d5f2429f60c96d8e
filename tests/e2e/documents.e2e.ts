import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openWholeApp } from '../../tools/test/whole-app.ts'
import { complaints } from './accessible.ts'
import { call, comeBack } from './known-player.ts'
import { sheet } from './sheets.ts'
import { expect, test as base } from './test.ts'

/** The app where nobody pays in before document and face were checked. */
const test = base.extend({
  world: [
    async ({}, use) => {
      const { stop, ...app } = await openWholeApp({ COMPLIANCE_PROFILE: 'br-spa' })
      await use(app)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const own = (page: Page) => sheet(page, 'Seus dados')

/** A photo as a phone takes one. */
const photo = async () => ({
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 500, channels: 3, background: '#88aacc' } })
    .jpeg()
    .toBuffer(),
})

async function give(page: Page): Promise<void> {
  const names = ['Frente do documento', 'Verso do documento', 'Selfie']
  for (const [at, name] of names.entries()) {
    await own(page)
      .locator(`input[aria-label="${name}"]`)
      .setInputFiles(await photo())
    await expect(own(page).getByText(`Fotos: ${at + 1}/3`)).toBeVisible()
  }
  await own(page).getByRole('button', { name: 'Enviar para conferência' }).click()
}

test('a player sends document and selfie, is told what to do where they are refused, and is done with others', async ({
  page,
  phone,
  world,
  player,
}) => {
  const { token, name, cpf } = player
  await call(world, token, '/api/app/user/updateKyc', { name, cardNo: cpf })
  const say = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const at = `${world.sandboxUrl}/sandbox/document`
    const answer = await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ cpf, ...body }) })
    expect(answer.status).toBe(204)
  }
  await say({ result: 'RECUSADO', reason: 'ROSTO_DIFERENTE' })
  await comeBack(page, world, player, '/conta')
  await page.getByRole('button', { name: 'Enviar documento' }).click()
  await expect(own(page).getByText(/^Conferimos se você é você/)).toBeVisible()
  await expect(own(page).getByRole('button', { name: 'Enviar para conferência' })).toBeDisabled()
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents')
  await give(page)
  await expect(own(page).getByText(/^O rosto da selfie não confere/)).toBeVisible({ timeout: 60_000 })
  expect(await complaints(page)).toEqual([])
  await phone.picture('documents-refused')
  await say({ result: 'APROVADO' })
  await give(page)
  await expect(own(page).getByText('Documento e rosto conferidos.')).toBeVisible({ timeout: 60_000 })
  await phone.picture('documents-done')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
