import type { Page } from '@playwright/test'
import { comeBack } from './known-player.ts'
import { greetedSocket } from './lines.ts'
import { fillRegistration, somebodyNew } from './player.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

const captcha = (page: Page) => page.getByRole('img', { name: 'Imagem com os caracteres a digitar' })
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]')

test('5.04 a registration without the captcha is not sent, and asks for it', async ({ page, world }) => {
  await page.goto(`${world.url}/registered`)
  await expect(captcha(page)).toBeVisible()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit(page).click()
  await expect(page.getByRole('dialog').getByText('Por favor verifique')).toBeVisible()
})

test('5.05 7.02 a registration with an impossible e-mail says so at the field, and is sent: the server decides', async ({
  page,
  world,
}) => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, { ...somebodyNew(), email: 'ana@lugar-nenhum' })
  await page.getByRole('dialog').getByRole('checkbox').check()
  // Held: the form's own message appears before the server's.
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route('**/restRegister', async (route) => {
    await held
    await route.continue()
  })
  const sent = page.waitForRequest('**/restRegister')
  await submit(page).click()
  await expect(page.getByRole('dialog').getByText('Confira o e-mail')).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({
    username: 'ana@lugar-nenhum',
    name: '',
    cardNo: '',
    regcode: '',
  })
  const answered = page.waitForResponse('**/restRegister')
  letThrough()
  expect(await (await answered).json()).toMatchObject({ data: { code: 'invalid_email' } })
  const email = page.getByRole('dialog').getByLabel('E-mail')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ana@algum.lugar')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
})

test("7.26 the captcha is queued with the app's calls", async ({ page, world }) => {
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  const isHeld = page.waitForRequest('**/api/app/games/rules')
  await page.route('**/api/app/games/rules', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${world.url}/home`)
  await isHeld
  await page.getByRole('button', { name: 'Cadastrar' }).first().click()
  await expect(page.getByLabel('Código de verificação')).toBeVisible()
  await expect(captcha(page)).toBeHidden()
  letThrough()
  await expect(captcha(page)).toBeVisible()
  const waitedMs = await page.evaluate<number>(`(() => {
    const last = (part) => performance.getEntriesByType('resource').findLast(({ name }) => name.includes(part))
    return last('/captcha/').startTime - last('games/rules').responseEnd
  })()`)
  expect(waitedMs).toBeGreaterThanOrEqual(0)
})

test('8.09 4.16 after a refused registration the captcha is hidden for 200 ms, and another is drawn', async ({
  page,
  player,
  world,
}) => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, { ...somebodyNew(), email: player.email })
  await page.getByRole('dialog').getByRole('checkbox').check()
  const before = (await captcha(page).getAttribute('src')) ?? ''
  // Held until the page was checked: the next one may arrive within milliseconds.
  const redrawn = new Promise<number>((done) => {
    void page.route(/\/captcha\/\d+/, async (route) => {
      done(await captcha(page).count())
      await route.continue()
    })
  })
  await submit(page).click()
  expect(await redrawn).toBe(0)
  await expect(captcha(page)).toBeVisible()
  // By the page's clock, from the refusal's last byte to the next picture's request.
  const goneMs = await page.evaluate<number>(`(() => {
    const last = (part) => performance.getEntriesByType('resource').findLast(({ name }) => name.includes(part))
    return last('/captcha/').startTime - last('restRegister').responseEnd
  })()`)
  expect(goneMs).toBeGreaterThanOrEqual(195)
  await expect(captcha(page)).not.toHaveAttribute('src', before)
})

test("4.17 a registration's captcha id is not used again", async ({ page, world }) => {
  const drawn: string[] = []
  page.on('request', (request) => {
    const id = /\/captcha\/(\d+)/.exec(request.url())?.[1]
    if (id !== undefined) drawn.push(id)
  })
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, somebodyNew())
  const used = drawn.at(-1)
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agora não' }).click()
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
  await page.evaluate('localStorage.clear()')
  await page.goto(`${world.url}/registered`)
  await expect(captcha(page)).toBeVisible()
  expect(drawn.at(-1)).not.toBe(used)
})

test('after the welcome sheet the keyboard focus is on the page', async ({ page, world }) => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, somebodyNew())
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agora não' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => page.evaluate('document.activeElement?.tagName ?? "BODY"')).not.toBe('BODY')
})

test('5.25 changing the password asks for the original, new and repeated one', async ({
  page,
  player,
  world,
}) => {
  await comeBack(page, world, player)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Mudar senha' }).click()
  const form = sheet(page, 'Mudar senha')
  const save = form.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  await expect(form.getByText('Digite a senha atual.')).toBeVisible()
  await form.locator('input[name=password]').fill(player.password)
  await save.click()
  await expect(form.getByText('Digite a nova senha.')).toBeVisible()
  await form.locator('input[name=new-password]').fill('uma-senha-nova-9')
  await save.click()
  await expect(form.getByText('Repita a nova senha.')).toBeVisible()
})

test("2.29 leaving a game's page reports its code to the server", async ({ page, player, world }) => {
  const line = greetedSocket(page)
  await comeBack(page, world, player, '/dice')
  const socket = await line
  const reported = socket.waitForEvent('framesent', ({ payload }) => payload.includes('offGame'))
  await page.getByRole('button', { name: 'Voltar' }).click()
  expect((await reported).payload).toContain('{"gameCode":"dice"}')
})

test('2.05 home is as it was left when a player returns', async ({ page, player, world }) => {
  await comeBack(page, world, player)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.evaluate(`document.querySelector('main').dataset.left = 'here'; scrollTo(0, 500)`)
  await page.getByRole('link', { name: 'Esportes' }).last().click()
  await expect(page).toHaveURL(/\/footballPage/)
  await page.getByRole('link', { name: 'Início' }).last().click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.locator('main[data-left=here]')).toBeVisible()
  // A match that begins or ends meanwhile shifts what is below slightly.
  await expect.poll(async () => Math.abs(500 - ((await page.evaluate('scrollY')) as number))).toBeLessThan(20)
})

test('9.14 the deposit shows three packages per row', async ({ page, toppedUp, world }) => {
  await comeBack(page, world, toppedUp, '/conta')
  const packages = page.getByRole('radiogroup', { name: 'Valor do depósito' }).getByRole('radio')
  await expect(packages.nth(3)).toBeVisible()
  const boxes = await Promise.all([0, 1, 2, 3].map((at) => packages.nth(at).boundingBox()))
  const [first = 0, ...others] = boxes.map((box) => Math.round(box?.y ?? 0))
  expect(others.slice(0, 2)).toEqual([first, first])
  expect(others[2]).toBeGreaterThan(first)
})
