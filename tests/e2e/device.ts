import type { Page } from '@playwright/test'

/** A virtual authenticator in the browser, with automatic user presence. */
export type Device = {
  /** What it keeps. */
  credentials: () => Promise<object[]>
  /** From now on it verifies nobody. */
  forgetFace: () => Promise<void>
}

/** Adds a virtual authenticator to this page's browser. */
export async function deviceOf(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page)
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
