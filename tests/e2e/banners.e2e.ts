import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { sheet } from './sheets.ts'
import { expect } from './test.ts'

const DAY_MS = 86_400_000
/** A house day, so many from today. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

const permissions = ['settings.read', 'settings.propose', 'settings.approve']

const icon = resolve(import.meta.dirname, '../../apps/player/public/icon-512.png')
const upload = { name: 'simbolo.png', mimeType: 'image/png', buffer: readFileSync(icon) }

/** What the server shows now. */
const shownTo = async (page: Page, url: string): Promise<unknown[]> => {
  const answer = await page.request.get(`${url}/api/app/rewards/banners`)
  return ((await answer.json()) as { data: { banners: unknown[] } }).data.banners
}

async function fill(page: Page, title: string): Promise<Locator> {
  const drawer = page.getByRole('complementary')
  await drawer.getByLabel('Imagem', { exact: true }).setInputFiles(upload)
  await expect(drawer.getByText('Imagem pronta: simbolo.png')).toBeVisible()
  const texts = drawer.getByRole('group', { name: /português/ })
  await texts.getByLabel('Título').fill(title)
  await texts.getByLabel('O que a imagem mostra').fill('O símbolo da casa')
  await texts.getByLabel('Texto do botão').fill('Ver os jogos')
  await drawer.getByLabel('Sai em').fill(dayAt(5))
  await drawer.getByLabel('Motivo').fill('os jogos do fim de semana')
  return drawer
}

const approve = async (page: Page, title: string) => {
  await page.getByRole('main').getByRole('button', { name: title, exact: true }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Aprovar' }).click()
  await expect(page.getByText('Banner aprovado.')).toBeVisible()
}

test('a banner is planned with a picture, previewed, approved by another, followed by a player, and stopped', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'banners@casa.example',
    'olha@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes/banners`)
  await page.getByRole('button', { name: 'Planejar banner' }).click()
  const title = 'Rodada decisiva do Brasileirão'
  const drawer = await fill(page, title)
  const preview = drawer.getByRole('figure')
  await expect(preview.getByRole('img', { name: 'O símbolo da casa' })).toBeVisible()
  await expect(preview.getByText(title)).toBeVisible()
  const send = drawer.getByRole('button', { name: 'Enviar para aprovação' })
  await drawer.getByLabel('Destino').fill('https://evil.example/')
  await expect(drawer.getByText('O destino é uma página do aplicativo')).toBeVisible()
  await expect(send).toBeDisabled()
  await drawer.getByLabel('Destino').fill('/footballPage')
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-banner-form')
  await send.click()
  await expect(drawer.getByText('Aguarda aprovação')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-banner')

  try {
    const other = await openPhone({ isDesk: true })
    await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
    await other.page.goto(`${world.backofficeUrl}/promocoes/banners`)
    await approve(other.page, title)
    await expect(other.page.getByRole('complementary').getByText('No ar')).toBeVisible()
    await other.picture('backoffice-banner-dark')

    for (const look of ['dark', 'light'] as const) {
      for (const isDesk of [false, true]) {
        const visitor = await openPhone({ look, isDesk })
        await visitor.page.goto(`${world.url}/home`)
        await expect(visitor.page.getByRole('link', { name: title })).toBeVisible()
        expect(await complaints(visitor.page)).toEqual([])
        await visitor.picture(`home-banner-${look}-${isDesk ? 'desk' : 'phone'}`)
      }
    }
    const phone = await openPhone({})
    await comeBack(phone.page, world, toppedUp)
    const slide = phone.page.getByRole('link', { name: title })
    await expect(slide).toContainText('18+')
    await slide.click()
    await expect(phone.page).toHaveURL(/\/footballPage$/)

    await other.page.getByRole('complementary').getByRole('button', { name: 'Encerrar' }).click()
    await expect(other.page.getByText('Banner encerrado.')).toBeVisible()
    await expect.poll(() => shownTo(phone.page, world.url)).toEqual([])
    await phone.page.goto(`${world.url}/home`)
    // The first drawing is back in its place.
    await expect(
      phone.page.getByRole('group', { name: 'Destaques' }).getByRole('button').first(),
    ).toBeVisible()
    await expect(phone.page.getByRole('link', { name: title })).toHaveCount(0)
  } finally {
    await db`update rewards_banner set ended_at = now(), ended_by = 1 where ended_at is null`
  }
})

test('a start mask is planned, approved, shown once a day, closed by keyboard and followed', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const [first = '', second = ''] = await operatorsWith(world, permissions, [
    'inicio@casa.example',
    'confirma@casa.example',
  ])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), first)
  await page.goto(`${world.backofficeUrl}/promocoes/banners`)
  await page.getByRole('button', { name: 'Planejar tela de início' }).click()
  const title = 'A temporada começou'
  const drawer = await fill(page, title)
  await drawer.getByLabel('Destino').fill('/mines')
  await picture('backoffice-start-mask')
  await drawer.getByRole('button', { name: 'Enviar para aprovação' }).click()
  await expect(drawer.getByText('Aguarda aprovação')).toBeVisible()
  try {
    const other = await openPhone({ isDesk: true, look: 'light' })
    await other.page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), second)
    await other.page.goto(`${world.backofficeUrl}/promocoes/banners`)
    await approve(other.page, title)

    for (const look of ['dark', 'light'] as const) {
      for (const isDesk of [false, true]) {
        const visitor = await openPhone({ look, isDesk })
        await visitor.page.goto(`${world.url}/home`)
        const mask = sheet(visitor.page, title)
        await expect(mask).toBeVisible()
        expect(await complaints(visitor.page)).toEqual([])
        await visitor.picture(`planned-mask-${look}-${isDesk ? 'desk' : 'phone'}`)
        await visitor.page.keyboard.press('Escape')
        await expect(mask).toHaveCount(0)
        expect(await visitor.page.evaluate(() => localStorage.getItem('startMask.declined'))).toBe(
          await visitor.page.evaluate(() => new Date().toDateString()),
        )
      }
    }
    const phone = await openPhone({})
    await comeBack(phone.page, world, toppedUp)
    await sheet(phone.page, title).getByRole('link', { name: title }).click()
    await expect(phone.page).toHaveURL(/\/mines$/)

    await other.page.getByRole('complementary').getByRole('button', { name: 'Encerrar' }).click()
    await expect(other.page.getByText('Banner encerrado.')).toBeVisible()
    const later = await openPhone({})
    await expect.poll(() => shownTo(later.page, world.url)).toEqual([])
  } finally {
    await db`update rewards_banner set ended_at = now(), ended_by = 1 where ended_at is null`
  }
})
