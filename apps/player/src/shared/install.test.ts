import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerInstallCard, earnInstallCard, hasInstallCard, install, acceptInstallCard } from './install.ts'
import { keepInstallOffer } from './install-offer.ts'
import { openOverlayName } from './overlays.ts'
import { useDepartures } from './session.ts'
import { openAddress } from './testing/test-browser.ts'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser({ token: 'ana' }))
const offerWith = (prompt: () => Promise<unknown>) =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })

test("keeps the browser's offer and shows it to the player once", async () => {
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

describe('the card that offers the installation', () => {
  const offer = () => {
    const page = new EventTarget()
    keepInstallOffer(page)
    const prompt = vi.fn(() => Promise.resolve())
    page.dispatchEvent(offerWith(prompt))
    return prompt
  }
  const withDevice = (isInstalled: boolean, userAgent = 'Android') => {
    vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
    vi.stubGlobal('navigator', { userAgent })
  }

  beforeEach(() => {
    openAddress('/home')
    localStorage.clear()
    useDepartures.setState({ count: useDepartures.getState().count + 1 })
    withDevice(false)
    offer()
  })

  test('appears only after a settled bet or a won round', () => {
    expect(hasInstallCard()).toBe(false)
    earnInstallCard()
    expect(hasInstallCard()).toBe(true)
  })

  test('appears once: a dismissed card does not return', () => {
    earnInstallCard()
    answerInstallCard()
    earnInstallCard()
    expect(hasInstallCard()).toBe(false)
    expect(localStorage.getItem('installCard')).toBe('answered')
  })

  test("opens the browser's prompt, and disappears", () => {
    const prompt = offer()
    earnInstallCard()
    acceptInstallCard()
    expect(prompt).toHaveBeenCalledTimes(1)
    offer()
    expect(hasInstallCard()).toBe(false)
  })

  test('shows the steps on an iPhone, which never offers to install', async () => {
    await install() // the offer is used up
    withDevice(false, 'iPhone')
    earnInstallCard()
    expect(hasInstallCard()).toBe(true)
    acceptInstallCard()
    expect(openOverlayName()).toBe('download')
  })

  test('does not appear without a browser offer, nor in the installed app or its wrapper', async () => {
    earnInstallCard()
    withDevice(true)
    expect(hasInstallCard()).toBe(false)
    withDevice(false)
    openAddress('/home?isapp=1')
    expect(hasInstallCard()).toBe(false)
    openAddress('/home')
    expect(hasInstallCard()).toBe(true)
    await install()
    expect(hasInstallCard()).toBe(false)
  })
})
