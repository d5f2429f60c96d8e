import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { deviceOf } from './device.ts'
import { call } from './known-player.ts'
import { reviewLarge, wagered, withdrawElsewhere } from './large-withdrawals.ts'
import { CHOSEN, operatorsWith } from './operators.ts'
import { expect, test } from './test.ts'

// In one worker, serially: operators and roles belong to the worker's app.
test.describe.configure({ mode: 'default' })

const FIRST = 'ana@casa.example'
const SECOND = 'bia@casa.example'
const LEAVING = 'caio@casa.example'
/** The operator whose other sessions end when a passkey is revoked. */
const KEYED = 'dora@casa.example'

const tokens = new Map<string, string>()

test.beforeAll(async ({ world }) => {
  const permissions = [
    'operators.manage',
    'players.read',
    'players.note',
    'bets.read',
    'rounds.read',
    'support.answer',
    'audit.read',
    'feeds.read',
    'withdrawals.review',
    'topups.giveBack',
    'books.read',
    'bank.ask',
    'addresses.deny',
    'settings.read',
    'settings.propose',
    'settings.approve',
  ]
  const [one = '', two = ''] = await operatorsWith(world, permissions, [FIRST, SECOND])
  const [leaving = '', keyed = ''] = await operatorsWith(world, ['audit.read'], [LEAVING, KEYED])
  await reviewLarge(world, one, two)
  tokens.set(FIRST, one).set(SECOND, two).set(LEAVING, leaving).set(KEYED, keyed)
})

const main = (page: Page) => page.getByRole('main')
const drawer = (page: Page) => page.getByRole('complementary')
const reported = (page: Page) => page.getByRole('status')

/** Opens a page as a signed-in operator, until it is left. */
async function openAs(page: Page, url: string, email: string): Promise<void> {
  const token = tokens.get(email) ?? ''
  await page.goto(url)
  await page.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

test('an operator creates a passkey and signs in with it alone, and a revoked one signs nobody in', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  const device = await deviceOf(page)
  await openAs(page, `${world.backofficeUrl}/minha-conta`, KEYED)
  await main(page).getByLabel('Nome').fill('Chave do bolso')
  await main(page).getByLabel('Senha', { exact: true }).fill(CHOSEN)
  await main(page).getByRole('button', { name: 'Criar passkey' }).click()
  await expect(main(page).getByText('Chave do bolso')).toBeVisible()
  expect(await device.credentials()).toHaveLength(1)
  await picture('backoffice-passkeys')
  expect(await complaints(page)).toEqual([])

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(world.backofficeUrl)
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.getByRole('link', { name: 'Minha conta' }).click()
  await expect(main(page).getByText('usada pela última vez')).toBeVisible()
  await main(page).getByRole('button', { name: 'Revogar' }).click()
  await main(page).getByRole('button', { name: 'Revogar de vez' }).click()
  await expect(main(page).getByText('Você ainda não tem passkey.')).toBeVisible()

  await page.getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await device.forgetFace()
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  await expect(page.getByText('O dispositivo não entregou uma passkey.')).toBeVisible()
})

test('a role changed during an edit is shown beside it, the edit is carried over, and two operators approve it', async ({
  openPhone,
  world,
}) => {
  const place = `${world.backofficeUrl}/operadores/papeis?aberto=support`
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, place, FIRST)
  await drawer(page).getByRole('button', { name: 'Propor mudança' }).click()
  await drawer(page).getByRole('checkbox', { name: 'Ver as fontes' }).check()
  await expect(drawer(page).getByRole('insertion')).toHaveText(['Ver as fontes'])

  // Meanwhile two others remove a permission from the role.
  const read = async () => {
    const roles = (await call(world, tokens.get(FIRST) ?? '', '/api/backoffice/roles')) as {
      role: string
      version: number
      permissions: string[]
    }[]
    return roles.find(({ role }) => role === 'support')
  }
  const before = await read()
  const body = {
    permissions: before?.permissions.filter((one) => one !== 'rounds.read'),
    baseVersion: before?.version,
  }
  const path = '/api/backoffice/roles/support/versions'
  const { version } = (await call(world, tokens.get(FIRST) ?? '', path, body)) as { version: number }
  await call(world, tokens.get(SECOND) ?? '', `${path}/${version}/approve`, {})

  const conflict = drawer(page).getByRole('alert')
  await expect(conflict.getByRole('deletion')).toHaveText(['Ver rodadas'])
  await expect(conflict.getByRole('insertion')).toHaveText(['Ver as fontes'])
  await picture('backoffice-role-conflict')
  expect(await complaints(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Levar a minha mudança' }).click()
  await drawer(page).getByRole('button', { name: 'Enviar a proposta' }).click()
  await expect(drawer(page).getByText('A sua proposta outro operador aprova.')).toBeVisible()

  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, place, SECOND)
  await drawer(other).getByRole('button', { name: 'Aprovar' }).click()
  await expect(reported(other).getByText('já vale')).toBeVisible()
  const after = await read()
  expect(after?.permissions).toContain('feeds.read')
  expect(after?.permissions).not.toContain('rounds.read')
})

test('an operator is invited by roles, approved, and given another role by two', async ({
  openPhone,
  world,
}) => {
  const email = 'nova@casa.example'
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/operadores`, FIRST)
  await main(page).getByRole('button', { name: 'Novo operador' }).click()
  await drawer(page).getByLabel('E-mail').fill(email)
  await expect(drawer(page).getByRole('checkbox', { name: /^Financeiro/ })).toBeDisabled()
  await drawer(page)
    .getByRole('checkbox', { name: /^Atendimento/ })
    .check()
  await picture('backoffice-invite')
  expect(await complaints(page)).toEqual([])
  await drawer(page).getByRole('button', { name: 'Criar operador' }).click()
  await expect(drawer(page).getByText('já pode entrar')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Fechar' }).click()

  const give = async (who: Page) => {
    await main(who).getByRole('button', { name: email }).click()
    await drawer(who).getByRole('button', { name: 'Mudar papéis' }).click()
    await drawer(who)
      .getByRole('checkbox', { name: /^Pagamentos/ })
      .check()
    await drawer(who).getByRole('button', { name: 'Salvar papéis' }).click()
  }
  await give(page)
  await expect(reported(page).getByText('um segundo operador, independente')).toBeVisible()
  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, `${world.backofficeUrl}/operadores`, SECOND)
  await main(other).getByRole('button', { name: email }).click()
  await drawer(other).getByRole('button', { name: 'Concordar' }).click()
  await expect(reported(other).getByText('Os papéis mudaram')).toBeVisible()
  await expect(drawer(other).getByText('Atendimento, Pagamentos')).toBeVisible()
})

test('of two operators at one withdrawal the second sees that it was decided, and nothing is sent', async ({
  openPhone,
  toppedUp,
  world,
}) => {
  await wagered(world, toppedUp)
  const orderId = await withdrawElsewhere(world, toppedUp)
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  const place = `${world.backofficeUrl}/saques?aberto=${orderId}`
  await openAs(page, place, FIRST)
  await openAs(other, place, SECOND)
  await drawer(page).getByLabel('Motivo').fill('documentos conferidos')
  await drawer(other).getByLabel('Motivo').fill('chave de outra pessoa')
  await drawer(other).getByRole('button', { name: 'Recusar' }).click()
  await drawer(other).getByRole('button', { name: 'Recusar e devolver' }).click()
  await expect(reported(other).getByText('recusado')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Aprovar' }).click()
  await expect(reported(page).getByText('já não espera por operadores')).toBeVisible()
  await expect(main(page).getByRole('button', { name: orderId.slice(0, 8) })).toBeHidden()
})

test('settings changed during an edit are shown beside it, and the edit continues on them', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/ajustes?aberto=sportsbook`, FIRST)
  await drawer(page).getByRole('radio', { name: 'Propor' }).click()
  await drawer(page).getByLabel('Ajuste').selectOption('builderMarginBps')
  await drawer(page).getByRole('textbox', { name: 'Valor' }).fill('7,5')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('insertion').getByText('7,5%')).toBeVisible()

  const path = '/api/backoffice/settings/sportsbook/versions'
  const propose = { value: { bookingHours: 30 }, baseVersion: 0 }
  const { version } = (await call(world, tokens.get(FIRST) ?? '', path, propose)) as { version: number }
  await call(world, tokens.get(SECOND) ?? '', `${path}/${version}/approve`, {})

  const conflict = drawer(page).getByRole('alert')
  await expect(conflict.getByText('bookingHours')).toBeVisible()
  await expect(conflict.getByText('7,5%')).toBeVisible()
  await picture('backoffice-setting-conflict')
  expect(await complaints(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Levar a minha mudança' }).click()
  await drawer(page).getByRole('button', { name: 'Enviar a proposta' }).click()
  await expect(drawer(page).getByText('A sua proposta outro operador aprova.')).toBeVisible()
  const { items } = (await call(world, tokens.get(FIRST) ?? '', path)) as { items: { value: object }[] }
  expect(items[0]?.value).toEqual({ bookingHours: 30, builderMarginBps: 750 })
})

test('filters are saved under a name and shared: a colleague gets the same rows and columns', async ({
  openPhone,
  world,
}) => {
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/auditoria`, FIRST)
  await main(page).getByRole('button', { name: 'Colunas' }).click()
  const head = { name: 'Motivo' }
  await main(page).getByRole('checkbox', head).uncheck()
  await expect(main(page).getByRole('columnheader', head)).toBeHidden()
  await page.keyboard.press('Escape')
  await main(page).getByRole('button', { name: 'Filtros salvos' }).click()
  await main(page).getByLabel('Nome para os filtros de agora').fill('sem a coluna')
  await main(page).getByRole('checkbox', { name: 'Mostrar a todos os operadores' }).check()
  await picture('backoffice-saved-filters')
  expect(await complaints(page)).toEqual([])
  await main(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(main(page).getByRole('button', { name: 'sem a coluna · de todos' })).toBeVisible()

  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, `${world.backofficeUrl}/auditoria`, SECOND)
  await expect(main(other).getByRole('columnheader', head)).toBeVisible()
  await main(other).getByRole('button', { name: 'Filtros salvos' }).click()
  await main(other).getByRole('button', { name: 'sem a coluna · de todos' }).click()
  await expect(main(other).getByRole('columnheader', head)).toBeHidden()
  expect(other.url()).toContain('sem=')
})

test('a disabled signed-in operator learns it with the next action', async ({ openPhone, world }) => {
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/auditoria`, LEAVING)
  const { page: other } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(other, `${world.backofficeUrl}/operadores`, FIRST)
  await main(other).getByRole('button', { name: LEAVING }).click()
  await drawer(other).getByRole('button', { name: 'Desativar' }).click()
  await drawer(other).getByRole('button', { name: 'Desativar de vez' }).click()
  await expect(reported(other).getByText('está fora')).toBeVisible()
  await main(page).getByRole('button', { name: 'Atualizar' }).click()
  await expect(page.getByText('outro operador desativou o seu acesso')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
})
