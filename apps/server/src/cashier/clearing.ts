import type { ClearingCheck } from '../ledger/index.ts'
import { selectHeldCents, selectPaidOutCents, selectReceivedCents } from './clearing-queries.ts'

/** What the ledger must say about this module's money: holds are open withdrawals and refunds, PIX in and out what was booked. */
export const cashierClearing = (): ClearingCheck[] => [
  { account: 'hold', what: 'open withdrawals and refunds', openCents: selectHeldCents },
  {
    account: 'pix_in%',
    what: 'credited top-ups less what went back, negative,',
    openCents: async (tx) => 0 - (await selectReceivedCents(tx, 'pix')),
  },
  { account: 'pix_out%', what: 'payouts made', openCents: (tx) => selectPaidOutCents(tx, 'pix') },
  {
    account: 'usdt_in',
    what: 'credited top-ups in USDT, negative,',
    openCents: async (tx) => 0 - (await selectReceivedCents(tx, 'usdt')),
  },
  { account: 'usdt_out', what: 'payouts in USDT made', openCents: (tx) => selectPaidOutCents(tx, 'usdt') },
]
