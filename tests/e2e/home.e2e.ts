import { expect, strict, test } from './test.ts'

test.use(strict)

test('a newcomer opens the address and reaches home, without errors', async ({ page, phone, world }) => {
  await page.goto(world.url)
  await page.waitForURL('**/home')
  await page.getByRole('main').waitFor()
  await phone.picture('home')
})

test('an unknown address redirects home', async ({ page, world }) => {
  await page.goto(`${world.url}/nowhere/at/all`)
  await page.waitForURL('**/home')
})

test('an unavailable game has no tile, and its address says so', async ({ page, world }) => {
  const rules = '**/api/app/games/rules'
  await page.route(rules, async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { game: string; isOpen: boolean }[] }
    const data = envelope.data.map((game) => (game.game === 'mines' ? { ...game, isOpen: false } : game))
    await route.fulfill({ response: answer, json: { ...envelope, data } })
  })
  await page.goto(`${world.url}/home`)
  // The last wins of all games are further down.
  const tiles = page.getByRole('region', { name: 'Jogos rápidos' })
  await expect(tiles.getByRole('link', { name: /^Dice/ })).toBeVisible()
  await expect(tiles.getByRole('link', { name: /^Mines/ })).toHaveCount(0)
  await page.goto(`${world.url}/mines`)
  await page.getByText('Este jogo está em pausa').waitFor()
})

test("the registration's address shows home with the register tab open", async ({ page, world }) => {
  await page.goto(`${world.url}/registered`)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: 'Cadastrar', checked: true }).waitFor()
  await sheet.getByLabel('Repita a senha').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('contentinfo').getByText('Palpite oferece apostas esportivas e jogos.').waitFor()
  await expect(page).toHaveURL(/\/registered$/)
})

test("help is in the page in the browser's or address's language, and the app continues in it", async ({
  page,
  world,
}) => {
  const german = await fetch(`${world.url}/ajuda`, { headers: { 'accept-language': 'de-AT' } })
  const answer = await german.text()
  expect(answer).toContain('<html lang="de"')
  expect(answer).toContain('<title>Hilfe · Palpite</title>')
  expect(answer).toMatch(/"@type":"FAQPage","inLanguage":"de"/)
  expect(answer).toContain('href="/ajuda/artigos/mines?lang=de"')

  await page.goto(`${world.url}/ajuda?lang=ja`)
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'ヘルプ' }).first().waitFor()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
})
