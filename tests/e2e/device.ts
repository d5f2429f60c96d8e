import type { Page } from '@playwright/test'

/** The device's keeper of passkeys, which the browser holds in software; somebody touches it at once. */
export type Device = {
  /** What it keeps. */
  credentials: () => Promise<object[]>
  /** From now on it sees nobody whom it knows. */
  forgetFace: () => Promise<void>
}

/** Gives the browser of this page such a device, in place of the one that a person would have. */
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
