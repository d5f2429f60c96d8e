import type { Locator, Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { fitsEverywhere } from './fits.ts'
import { comeBack } from './known-player.ts'
import { desk, expect, strict, test } from './test.ts'

test.use(strict)

/** Whether a tap hits the button at its centre and near its edges. */
const isBare = async (page: Page, button: Locator): Promise<boolean> => {
  const box = await button.boundingBox()
  if (!box) return false
  const [left, right, middle] = [box.x + 16, box.x + box.width - 16, box.x + box.width / 2]
  const [top, bottom] = [box.y + 4, box.y + box.height - 4]
  const met = await Promise.all(
    [left, middle, right]
      .flatMap((x) => [`${x}, ${top}`, `${x}, ${bottom}`])
      .map((point) =>
        page.evaluate<string>(`document.elementFromPoint(${point})?.closest('button')?.textContent ?? ''`),
      ),
  )
  return met.every((words) => words.startsWith('Retirar'))
}

for (const isDesk of [false, true])
  test.describe(isDesk ? 'at a desk' : 'on a phone', () => {
    test.use(isDesk ? desk : {})

    test('the statement is read by day, filtered by kind, and downloaded as a file', async ({
      page,
      phone,
      world,
      toppedUp,
    }) => {
      await comeBack(page, world, toppedUp, '/conta')
      await page.getByRole('link', { name: 'Extrato' }).click()
      await expect(page).toHaveURL(/\/registros\?tab=wallet&view=entries$/)
      await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible()
      const row = page.getByRole('listitem').filter({ hasText: 'Depósito' })
      await expect(row).toContainText(/\+\s?R\$\s100,00\s*Dinheiro R\$\s100,00/)
      expect(await complaints(page)).toEqual([])
      if (!isDesk) await fitsEverywhere(phone, 'statement')
      await page
        .getByRole('group', { name: 'Mostrar' })
        .getByRole('button', { name: 'Jogos', exact: true })
        .click()
      await expect(page.getByText('Nada deste tipo por aqui.')).toBeVisible()
      await page.getByText('Baixar extrato').click()
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Baixar PDF' }).click()
      expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
    })

    test('nothing covers the withdrawal button, wherever the page is scrolled', async ({
      page,
      phone,
      world,
      toppedUp,
    }) => {
      await comeBack(page, world, toppedUp, '/conta?tab=withdraw')
      const button = page.getByRole('main').getByRole('button', { name: /^Retirar/ })
      await expect(button).toBeVisible()
      for (const share of [0.2, 0.4, 0.6, 0.8]) {
        await page.evaluate(`scrollTo(0, ${share} * document.body.scrollHeight)`)
        const box = await button.boundingBox()
        const isInSight = box && box.y > 60 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
        if (isInSight) expect(await isBare(page, button)).toBe(true)
      }
      await button.scrollIntoViewIfNeeded()
      expect(await isBare(page, button)).toBe(true)
      await expect(page.getByText('Nada disponível para saque')).toBeVisible()
      await phone.picture(`withdraw-page${isDesk ? '-desk' : ''}`)
    })
  })
