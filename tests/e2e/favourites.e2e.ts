import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { comingFixture } from './on-offer.ts'
import { sheet } from './sheets.ts'
import { desk, expect, test } from './test.ts'

test('Meus favoritos has every followed match and side in one place, and explains how to begin', async ({
  page,
  phone,
  world,
  player,
}) => {
  await comeBack(page, world, player, '/footballPage?when=tomorrow')
  const favourites = sheet(page, 'Meus favoritos')
  const rail = page.getByRole('navigation', { name: 'Esportes' })
  await rail.getByRole('button', { name: 'Meus favoritos' }).click()
  await expect(favourites).toContainText('Nenhum favorito ainda')
  await phone.picture('favourites-empty')
  await favourites.getByRole('button', { name: 'Esportes' }).click()
  // A match of one sport, and a side of another.
  const match = await comingFixture(world, 'tennis')
  const other = await comingFixture(world, 'basketball')
  await page.goto(`${world.url}/footballPage/${match}`)
  const star = page.getByRole('button', { name: /^Seguir .+ × / })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  const name = ((await star.getAttribute('aria-label')) ?? '').replace('Seguir ', '')
  await page.goto(`${world.url}/footballPage/${other}`)
  const side = page.getByRole('button', { name: /^Seguir (?!.* × )/ }).first()
  await side.click()
  await expect(side).toHaveAttribute('aria-pressed', 'true')
  const team = ((await side.getAttribute('aria-label')) ?? '').replace('Seguir ', '')

  await page.goto(`${world.url}/footballPage`)
  await page.getByRole('button', { name: 'Buscar' }).first().click()
  await sheet(page, 'Buscar').getByRole('button', { name: 'Meus favoritos' }).click()
  await expect(favourites.getByRole('button', { name })).not.toHaveCount(0)
  await expect(favourites.getByRole('button', { name: `Seguir ${team}`, exact: true })).toBeVisible()
  await expect(favourites.getByRole('button', { name: team }).first()).toBeVisible()
  await settled(page)
  await phone.picture('favourites')
  await favourites.getByRole('button', { name: `Seguir ${team}`, exact: true }).click()
  await favourites.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page).toHaveURL(new RegExp(`/footballPage/${match}$`))
})

test.describe('on a desktop', () => {
  test.use(desk)

  test('Meus favoritos opens by keyboard from the tree of sports and returns the focus', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await comeBack(page, world, player, '/footballPage?when=tomorrow')
    await page
      .getByRole('button', { name: /^Seguir .+ × / })
      .first()
      .click()
    const tree = page.getByRole('navigation', { name: 'Esportes e ligas' })
    const entry = tree.getByRole('button', { name: 'Meus favoritos' })
    await entry.focus()
    await page.keyboard.press('Enter')
    const favourites = sheet(page, 'Meus favoritos')
    await expect(favourites.getByRole('button', { name: /^Seguir .+ × / })).toHaveCount(1)
    await settled(page)
    await phone.picture('favourites-desk')
    await page.keyboard.press('Escape')
    await expect(favourites).toBeHidden()
    await expect(entry).toBeFocused()
  })
})
