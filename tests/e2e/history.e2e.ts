import type { Page } from '@playwright/test'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

/** From home to the sports, so that there is a step back. */
test.beforeEach(async ({ page, world }) => {
  await noteSteps(page)
  await page.goto(`${world.url}/home`)
  await appHasCome(page)
  await tab(page, 'Esportes').click()
  await expect(heading(page, 'Esportes')).toBeVisible()
})

/** Before the app has mounted, a link loads another document, and back yet another. */
const appHasCome = (page: Page) => expect(page.locator('[data-drawn]')).toHaveCount(0)

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).last()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const gamesSheet = (page: Page) => sheet(page, 'Jogos')
const openGames = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Jogos', exact: true }).click()
  await expect(gamesSheet(page)).toBeVisible()
}
/** Presses the button in the page, so that the test continues in the very next moment. */
const closeAtOnce = `document.querySelector('dialog[open] button[aria-label="Fechar"]').click()`
const home = /\/home$/
const sports = /\/footballPage(?:\?|$)/
/** Called after the answer: a step to another document destroys the context. */
const back = (page: Page) => page.evaluate('{ setTimeout(() => history.back()) }')

/** Counts the app's history steps across documents. A step is carried out later: this shows whether one is pending. */
const noteSteps = (page: Page) =>
  page.addInitScript(`for (const step of ['back', 'forward', 'go']) {
    const take = History.prototype[step]
    History.prototype[step] = function (...by) {
      sessionStorage.setItem('steps', Number(sessionStorage.getItem('steps')) + 1)
      return take.apply(this, by)
    }
  }`)
const stepsAsked = (page: Page) => page.evaluate<number>(`Number(sessionStorage.getItem('steps'))`)

test('a navigation during a closing sheet is not lost', async ({ page }) => {
  for (let round = 0; round < 5; round += 1) {
    await openGames(page)
    // A macrotask later: the moment a step back would be pending.
    await page.evaluate(`{ ${closeAtOnce}; setTimeout(() => location.assign("/home"), ${round}) }`)
    await expect(page).toHaveURL(home)
    await appHasCome(page)
    expect(await stepsAsked(page)).toBe(0)
    await tab(page, 'Esportes').click()
    await expect(heading(page, 'Esportes')).toBeVisible()
  }
})

test('a sheet that opens while another closes stays', async ({ page }) => {
  for (const waitMs of [0, 1, 5, 20]) {
    await openGames(page)
    const open = `[...document.querySelectorAll('nav[aria-label=Principal] button')].at(-1).click()`
    await page.evaluate(`new Promise((done) => {
      ${closeAtOnce}
      setTimeout(() => {
        ${open}
        done()
      }, ${waitMs})
    })`)
    await expect(gamesSheet(page)).toBeVisible()
    expect(await stepsAsked(page)).toBe(0)
    await page.evaluate(closeAtOnce)
    await expect(gamesSheet(page)).toBeHidden()
  }
})

test('one step back closes an open sheet, and one more leaves the screen', async ({ page }) => {
  await openGames(page)
  await back(page)
  await expect(gamesSheet(page)).toBeHidden()
  await expect(page).toHaveURL(sports)
  await back(page)
  await expect(page).toHaveURL(home)
})

test('after sheets closed by button one step back leaves the screen', async ({ page }) => {
  for (let round = 0; round < 3; round += 1) {
    await openGames(page)
    await page.keyboard.press('Escape')
    await expect(gamesSheet(page)).toBeHidden()
  }
  await back(page)
  await expect(page).toHaveURL(home)
  await page.goForward()
  await expect(heading(page, 'Esportes')).toBeVisible()
  await expect(page).toHaveURL(sports)
})

test('a filter chosen after closing a sheet is kept, and adds no history entry', async ({ page }) => {
  await openGames(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Semana/ }).click()
  await expect(page).toHaveURL(/footballPage\?.*when=week/)
  await openGames(page)
  await back(page)
  await expect(gamesSheet(page)).toBeHidden()
  await expect(page).toHaveURL(/when=week/)
  await back(page)
  await expect(page).toHaveURL(home)
})

test('a screen opened from a sheet is above the one below the sheet', async ({ page }) => {
  await openGames(page)
  await page.keyboard.press('Escape')
  await tab(page, 'Início').click()
  await expect(page).toHaveURL(home)
  await back(page)
  await expect(heading(page, 'Esportes')).toBeVisible()
  await expect(page).toHaveURL(sports)
})

test('a reload under a closed sheet keeps the step back', async ({ page }) => {
  await openGames(page)
  await page.keyboard.press('Escape')
  await expect(gamesSheet(page)).toBeHidden()
  await page.reload()
  // Prerendered content does not step past the sheet's entry.
  await appHasCome(page)
  await expect(heading(page, 'Esportes')).toBeVisible()
  await back(page)
  await expect(page).toHaveURL(home)
})

test("a step back before the app has mounted leaves a closed sheet's entry too", async ({ page }) => {
  await openGames(page)
  await page.keyboard.press('Escape')
  await expect(gamesSheet(page)).toBeHidden()
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(/\/assets\/.*first.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  // Called once the app has started, which then waits for its texts.
  const begun = page.waitForRequest(/\/assets\/keep-installed.*\.js/)
  await page.reload({ waitUntil: 'commit' })
  await begun
  await page.evaluate(`new Promise((done) => {
    addEventListener('popstate', () => done(), { once: true })
    history.back()
  })`)
  letGo()
  await expect(page).toHaveURL(home)
})

test('a step back answers an alert first, then closes the sheet below', async ({ page }) => {
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  const form = sheet(page, 'Entrar')
  await form.getByLabel('E-mail').fill('alguem@example.com')
  await form.getByLabel('Senha', { exact: true }).fill('uma-senha-qualquer')
  await form.getByLabel('Código de verificação').fill('errado')
  await form.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await back(page)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(form).toBeVisible()
  await back(page)
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(sports)
})
