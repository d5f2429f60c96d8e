import { type Feature, lazily } from '../../shared/feature.ts'

/** What this room brings to the app: its pages and overlays, each fetched when it is first needed. */
export const wallet: Feature = {
  pages: {
    conta: lazily(() => import('./account/AccountPage.tsx').then((room) => room.AccountPage)),
    paySuccess: lazily(() => import('./payment/PaySuccessPage.tsx').then((room) => room.PaySuccessPage)),
  },
  overlays: {
    deposit: lazily(() => import('./CashSheet.tsx').then((room) => room.CashSheet)),
    gameDeposit: lazily(() => import('./topup/GameDepositSheet.tsx').then((room) => room.GameDepositSheet)),
    payment: lazily(() => import('./payment/PaymentSheet.tsx').then((room) => room.PaymentSheet)),
  },
}

/** Top-ups and withdrawals of the player, for the page of records. */
export const WalletRecords = lazily<object>(() =>
  import('./records/WalletRecords.tsx').then((room) => room.WalletRecords),
)

export { useWalletEvents } from './use-wallet-events.ts'
