/** The contract between a studio, the wallet and the page around a game. */
export {
  type Catalogue,
  catalogue,
  fitsWalletCall,
  WALLET_WINDOW_MS,
  type WalletCall,
  type WalletCalls,
  walletCalls,
  walletHeaders,
  walletPath,
  type WalletRefusal,
  walletRefusals,
} from './studio-wallet.ts'
export {
  type MessageToFrame,
  type MessageFromFrame,
  readMessageToFrame,
  readMessageFromFrame,
} from './studio-frame.ts'
