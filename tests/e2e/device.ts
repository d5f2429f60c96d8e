import type { CDPSession, Page } from '@playwright/test'

/** A virtual authenticator in the browser, with automatic user presence. */
export type Device = {
  /** What it keeps. */
  credentials: () => Promise<object[]>
  /** From now on it verifies nobody. */
  forgetFace: () => Promise<void>
}

const sessions = new WeakMap<Page, CDPSession>()

/** Adds a virtual authenticator to this page's browser, for as long as its test lasts. */
export async function deviceOf(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page)
  sessions.set(page, devtools)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    forgetFace: async () => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}

/** Removes this page's virtual authenticator, if it has one: the next test may get the same page. */
export async function removeDevice(page: Page): Promise<void> {
  await sessions.get(page)?.send('WebAuthn.disable')
  sessions.delete(page)
}
