import { join } from 'node:path'
import { usdtContract, type UsdtNetwork } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { readOpenExceptions } from '../index.ts'
import { reportOn } from './report-day.ts'
import { sameTerms, testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'
import { walletDifferences } from '../usdt-topups/compare-chains.ts'
import { fileSigner } from '../rails/signer.ts'

/** With these a payout that is paid by the books is so on the chain too, however few blocks came since. */
const usdtConfirmations = { TRC20: 1, ERC20: 1 }

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    needs: {
      readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 0 }),
      settings: { reconcileEveryMs: 3_600_000, usdtConfirmations },
    },
  })
})

afterAll(() => harness.close())

/** A payout that the chain has mined; answers its id. */
async function paidOut(): Promise<string> {
  const { deps, call } = harness
  const { playerId } = await newPlayer(deps, { lx: '20' })
  await giveCash(deps, playerId, 50_000)
  const body = { payCardBank: 'USDT', payCardNo: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', ifsc: '5', name: '' }
  const asked = await call(playerId, 'POST', '/api/app/order/withdraw', {
    ...body,
    amount: 150,
    whatsapp: '',
  })
  const id = String(asked.data['orderId'])
  await until('it is paid', async () => {
    await deps.db`update cashier_withdrawal set try_at = now() where status in ('sent', 'unknown')`
    const rows = await deps.db<{ status: string }[]>`select status from cashier_withdrawal where id = ${id}`
    return rows[0]?.status === 'paid'
  })
  return id
}

const cashierNow = () => {
  const needs = { ...testNeeds(), settings: { usdtConfirmations } }
  return cashierOf({ ...harness.deps, metrics: openMetrics() }, needs).cashier
}

const spanNow = () => {
  const hour = 3_600_000
  return { from: new Date(Date.now() - 24 * hour), to: new Date(Date.now() + hour) }
}

/** A thief with the hot wallet's key sends USDT from it; answers the transaction's hash. */
async function stolen(network: UsdtNetwork): Promise<string> {
  const { bank } = harness
  const node = present(cashierNow().usdt.chains, 'the chains')[network]
  const thief = fileSigner(join(bank.folder, 'usdt-hot-wallet.key'), false)
  const { raw, hash } = await thief.sign({
    chainId: await node.chainId(),
    contract: usdtContract(network),
    nonce: await node.countMined(await thief.address()),
    feeWei: await node.feeWei(),
    recipient: `0x${'ab'.repeat(20)}`,
    usdtMicros: 7_000_000,
  })
  await node.broadcast(raw)
  await bank.post(`/sandbox/chain/${network}/mine`, { blocks: 1 })
  return hash
}

test('K35: only signed payouts may leave the hot wallet; a transfer by a thief with its key is recorded as a difference', async () => {
  const { deps } = harness
  const cashier = cashierNow()
  const span = spanNow()
  const payoutId = await paidOut()
  expect(await walletDifferences(cashier, span)).toEqual([])
  const hash = await stolen('TRC20')
  const found = await walletDifferences(cashier, span)
  expect(found).toEqual([
    {
      id: expect.stringContaining(`wallet:TRC20:${hash}`) as string,
      what: `7000000 millionths of USDT left the hot wallet for 0x${'ab'.repeat(20)}, and are no payout of ours`,
    },
  ])
  await reportOn(cashier, { day: '2001-01-01', ...span })
  const open = await readOpenExceptions(deps.db, 0, 50)
  expect(open.filter(({ source }) => source === 'chain')).toMatchObject([{ subject: found[0]?.id }])
  // A signed payout of another amount is a difference too.
  await ownerOf(deps.db)`
    update cashier_usdt_transaction set usdt_micros = usdt_micros + 1 where payout_id = ${payoutId}`
  expect((await walletDifferences(cashier, span)).map(({ what }) => what).join()).toMatch(
    /left the hot wallet for 0x[0-9a-f]{40}, payout [0-9a-f]{32} is of \d+ for/,
  )
})

test('K35: a theft from a hot wallet that has paid nothing yet is recorded as a difference', async () => {
  const rows = await harness.deps.db`select address from cashier_usdt_wallet where network = 'ERC20'`
  expect(rows).toEqual([])
  const hash = await stolen('ERC20')
  const found = await walletDifferences(cashierNow(), spanNow())
  expect(found.filter(({ id }) => id.startsWith(`wallet:ERC20:${hash}`))).toHaveLength(1)
})
