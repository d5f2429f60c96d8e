import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { operatorsWith } from './operators.ts'
import { expect, test } from './test.ts'

const [MANAGER, COLLEAGUE] = ['contratos@casa.example', 'contratos-dois@casa.example'] as const

/** Opens the studios as this operator. */
async function openStudios(page: Page, backofficeUrl: string, token: string): Promise<void> {
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${backofficeUrl}/jogos/estudios`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test('a studio is registered, its key approved by a second operator and rotated, and it is suspended', async ({
  openPhone,
  world,
}) => {
  const permissions = ['rounds.read', 'studios.read', 'studios.manage'] as const
  const [token = '', colleague = ''] = await operatorsWith(world, permissions, [MANAGER, COLLEAGUE])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openStudios(page, world.backofficeUrl, token)

  await page.getByRole('button', { name: 'Novo estúdio' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByLabel('Código do estúdio').fill('lumen')
  await drawer.getByLabel('Nome', { exact: true }).fill('Lumen Jogos')
  await drawer.getByLabel('Origem').fill('https://jogos.lumen.example')
  await drawer.getByLabel('Endereços permitidos').fill('203.0.113.0/24')
  await drawer.getByLabel('Motivo').fill('contrato assinado pelos dois sócios')
  await drawer.getByRole('button', { name: 'Registrar estúdio' }).click()
  await expect(drawer.getByText('Ele aparece só aqui e só agora.')).toBeVisible()
  await picture('estudio-segredo')
  await drawer.getByRole('button', { name: 'Fechar' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Lumen Jogos' })
  await expect(row).toContainText('Sem chave válida')
  await row.getByRole('button').first().click()
  await drawer.getByRole('radio', { name: 'Chaves' }).click()
  await expect(drawer.getByText('Você criou esta chave: outra pessoa a aprova.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Aprovar', exact: true })).toBeDisabled()
  expect(await complaints(page)).toEqual([])

  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openStudios(other, world.backofficeUrl, colleague)
  await other.getByRole('row').filter({ hasText: 'Lumen Jogos' }).getByRole('button').first().click()
  const second = other.getByRole('complementary')
  await second.getByRole('radio', { name: 'Chaves' }).click()
  await second.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await second
    .getByRole('region', { name: /^lumen-/ })
    .getByLabel('Motivo')
    .fill('impressão digital conferida por telefone')
  await second.getByRole('button', { name: 'Aprovar a chave' }).click()
  await expect(second.getByText('Válida', { exact: true })).toBeVisible()

  // A new key waits beside the valid one.
  const rotation = second.getByRole('region', { name: 'Trocar a chave' })
  await rotation.getByLabel('Motivo').fill('troca de cada semestre')
  await rotation.getByRole('button', { name: 'Criar chave nova' }).click()
  await expect(second.getByRole('region', { name: 'Segredo da chave' })).toBeVisible()
  await expect(second.getByText('Espera aprovação')).toBeVisible()

  await second.getByRole('radio', { name: 'Estúdio' }).click()
  const suspension = second.getByRole('region', { name: 'Suspender ou retomar' })
  await suspension.getByLabel('Motivo').fill('certificado do estúdio venceu')
  await suspension.getByRole('button', { name: 'Suspender' }).click()
  await expect(other.getByRole('row').filter({ hasText: 'Lumen Jogos' })).toContainText('Suspenso')
  await second.getByRole('radio', { name: 'Dia' }).click()
  await expect(second.getByText('Conta do estúdio agora')).toBeVisible()
  const file = other.waitForEvent('download')
  await second.getByRole('button', { name: 'Conciliação (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^lumen-\d{4}-\d\d-\d\d\.csv$/)
})
