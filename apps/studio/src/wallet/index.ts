export { isOfTheCall, openWallet, type Said, type WalletClient } from './wallet-client.ts'
