import { deviceKeys } from '../../../shared/device-keys.ts'

const storageKey = deviceKeys.testAccount

export type TestAccount = { email: string; password: string }

/** Stores the test account's credentials until this tab's next login (SPEC §4). */
export const storeTestAccount = (account: TestAccount): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(account))

/** The stored credentials, to prefill the login form. */
export const storedTestAccount = (): TestAccount | undefined => {
  const kept = sessionStorage.getItem(storageKey)
  // Written by the function above, for this tab only.
  return kept === null ? undefined : (JSON.parse(kept) as TestAccount)
}

export const forgetTestAccount = (): void => sessionStorage.removeItem(storageKey)
