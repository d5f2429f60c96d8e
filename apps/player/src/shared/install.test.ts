import { expect, test, vi } from 'vitest'
import { install, keepInstallOffer } from './install.ts'

const offerWith = (prompt: () => Promise<unknown>) =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })

test('keeps the offer of the browser and puts it to the player once', async () => {
  const page = new EventTarget()
  keepInstallOffer(page)
  const prompt = vi.fn(() => Promise.resolve())
  const offer = offerWith(prompt)
  page.dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  await install()
  await install()
  expect(prompt).toHaveBeenCalledTimes(1)
})

test('forgets the offer when the app has been installed', async () => {
  const page = new EventTarget()
  keepInstallOffer(page)
  const prompt = vi.fn(() => Promise.resolve())
  page.dispatchEvent(offerWith(prompt))
  page.dispatchEvent(new Event('appinstalled'))
  await install()
  expect(prompt).not.toHaveBeenCalled()
})
