import { type Feature, lazilyIn } from '../../shared/feature.ts'

const lazily = lazilyIn('account')

/** The account feature's pages and overlays, loaded on demand. */
export const account: Feature = {
  overlays: {
    login: lazily(() => import('./enter/EnterSheet.tsx').then((module) => module.EnterSheet)),
    forgotPassword: lazily(() =>
      import('./password/ForgotPasswordSheet.tsx').then((module) => module.ForgotPasswordSheet),
    ),
    changePassword: lazily(() =>
      import('./password/ChangePasswordSheet.tsx').then((module) => module.ChangePasswordSheet),
    ),
    changeEmail: lazily(() =>
      import('./email/ChangeEmailSheet.tsx').then((module) => module.ChangeEmailSheet),
    ),
    kyc: lazily(() => import('./kyc/KycSheet.tsx').then((module) => module.KycSheet)),
    devices: lazily(() => import('./devices/DevicesSheet.tsx').then((module) => module.DevicesSheet)),
    passkeys: lazily(() => import('./passkeys/PasskeysSheet.tsx').then((module) => module.PasskeysSheet)),
    secondFactor: lazily(() =>
      import('./second-factor/SecondFactorSheet.tsx').then((module) => module.SecondFactorSheet),
    ),
    ownData: lazily(() => import('./own-data/OwnDataSheet.tsx').then((module) => module.OwnDataSheet)),
    limits: lazily(() => import('./limits/LimitsSheet.tsx').then((module) => module.LimitsSheet)),
    testAccount: lazily(() =>
      import('./test-account/TestAccountSheet.tsx').then((module) => module.TestAccountSheet),
    ),
  },
}

/** Logs in by a sign-in link, as every login does. */
export const followLink = async (token: string): Promise<void> =>
  (await import('./enter/enter.ts')).followLink(token)

/** Asks for the second factor again, above any overlay. */
export const StepUpDialog = lazily(() =>
  import('./step-up/StepUpDialog.tsx').then((module) => module.StepUpDialog),
)

/** The risks of betting, at the beginning of each session where the law asks for it. */
export const RisksDialog = lazily(() =>
  import('./limits/RisksDialog.tsx').then((module) => module.RisksDialog),
)
