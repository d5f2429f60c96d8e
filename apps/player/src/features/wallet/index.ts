import { type Feature, lazilyIn } from '../../shared/feature.ts'

const lazily = lazilyIn('wallet')

/** The wallet feature's pages and overlays, loaded on demand. */
export const wallet: Feature = {
  pages: {
    conta: lazily(() => import('./account/AccountPage.tsx').then((module) => module.AccountPage)),
    paySuccess: lazily(() => import('./payment/PaySuccessPage.tsx').then((module) => module.PaySuccessPage)),
  },
  overlays: {
    deposit: lazily(() => import('./CashSheet.tsx').then((module) => module.CashSheet)),
    gameDeposit: lazily(() =>
      import('./topup/GameDepositSheet.tsx').then((module) => module.GameDepositSheet),
    ),
    bonusIncrease: lazily(() =>
      import('./topup/BonusIncreaseSheet.tsx').then((module) => module.BonusIncreaseSheet),
    ),
    payment: lazily(() => import('./payment/PaymentSheet.tsx').then((module) => module.PaymentSheet)),
  },
}

/** The player's top-ups and withdrawals, for the records. */
export const WalletRecords = lazily<object>(() =>
  import('./records/WalletRecords.tsx').then((module) => module.WalletRecords),
)

export { useWalletEvents } from './use-wallet-events.ts'
