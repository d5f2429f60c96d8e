import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.testAccount

export type TestAccount = { email: string; password: string }

/** Keeps the test account's credentials until the next login of this tab (SPEC §4). */
export const storeTestAccount = (account: TestAccount): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(account))

/** The credentials that were kept, to fill the login form with. */
export const storedTestAccount = (): TestAccount | undefined => {
  const kept = sessionStorage.getItem(storageKey)
  // Written by the function above, for this tab only.
  return kept === null ? undefined : (JSON.parse(kept) as TestAccount)
}

export const forgetTestAccount = (): void => sessionStorage.removeItem(storageKey)
