import type { Page } from '@playwright/test'
import { comeBack, type KnownPlayer } from './known-player.ts'
import type { World } from './player.ts'

/** The dialog that asks for the second factor again. */
export const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' })

/** Requests R$ 60 to the player's own CPF as a new key, and gives the password. */
export async function withdrawToNewKey(
  page: Page,
  world: World,
  player: Pick<KnownPlayer, 'token' | 'password'>,
): Promise<void> {
  const main = page.getByRole('main')
  await comeBack(page, world, player, '/conta?tab=withdraw')
  await main.getByLabel('Valor do saque').fill('60')
  await main.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  await main.getByLabel('Senha', { exact: true }).fill(player.password)
  await main.getByRole('button', { name: 'Confirmar e retirar' }).click()
}
