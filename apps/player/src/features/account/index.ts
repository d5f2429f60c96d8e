import { type Feature, lazily } from '../../shared/feature.ts'

/** What this room brings to the app: its pages and overlays, each fetched when it is first needed. */
export const account: Feature = {
  overlays: {
    login: lazily(() => import('./enter/EnterSheet.tsx').then((room) => room.EnterSheet)),
    forgotPassword: lazily(() =>
      import('./password/ForgotPasswordSheet.tsx').then((room) => room.ForgotPasswordSheet),
    ),
    changePassword: lazily(() =>
      import('./password/ChangePasswordSheet.tsx').then((room) => room.ChangePasswordSheet),
    ),
    kyc: lazily(() => import('./kyc/KycSheet.tsx').then((room) => room.KycSheet)),
    limits: lazily(() => import('./limits/LimitsSheet.tsx').then((room) => room.LimitsSheet)),
    testAccount: lazily(() =>
      import('./test-account/TestAccountSheet.tsx').then((room) => room.TestAccountSheet),
    ),
  },
}
