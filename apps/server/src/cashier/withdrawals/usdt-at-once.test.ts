import { readUsdtAddress } from '@palpite/money/usdt'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { grant, settle } from '../../wagering/testing/grants.ts'
import { cashierClearing } from '../queries.ts'
import { sameTerms, type Harness, startHarness } from '../testing/harness.ts'
import { balancesOf, giveCash, newPlayer } from '../testing/players.ts'

const addresses = {
  TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({
    needs: { readVipTerms: sameTerms({ withdrawalsADay: 500, feeBps: 250 }) },
    jobs: false, // created withdrawals keep their terms and are not sent
  })
})
afterAll(() => harness.close())

const quoteIs = async (rate: string) => {
  await ownerOf(harness.deps.db)`
    update cashier_usdt_quote set rate_at = rate_at - interval '1 day', expires_at = rate_at - interval '1 day'
     where expires_at > now()`
  await harness.bank.post('/sandbox/quotes/usdt', { rate })
}

type Row = {
  requestId: string
  amountCents: number
  method: string
  payTo: string
  network: string
  rateE4: number
}

const rowsOf = (playerId: number) => harness.deps.db<Row[]>`
  select request_id as "requestId", amount_cents as "amountCents", method, pay_card_no as "payTo", network,
         usdt_rate_e4 as "rateE4"
    from cashier_withdrawal where player_id = ${playerId} and status <> 'failed'`

const ask = fc.record({
  id: fc.nat({ max: 5 }),
  to: fc.constantFrom('TRC20' as const, 'ERC20' as const, 'CPF' as const),
  amount: fc.integer({ min: 50, max: 60 }),
  shown: fc.constantFrom('5', '4', '3.5', '1', ''),
})

let runs = 0

test('USDT over both networks and PIX at once, with repeated request ids, pay out no more than is wagered', async () => {
  const taken = new Set<string>()
  const refused = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 30, maxLength: 30 }), async (asked) => {
      runs += 1
      const { playerId, cpf } = await newPlayer(harness.deps, { lx: '20' })
      await giveCash(harness.deps, playerId, 60_000)
      const source = { source: 'test', sourceId: String(runs), mainCents: 40_000, bonusGrantCents: 5_000 }
      await grant(harness.deps, { playerId, ...source })
      await quoteIs('5.0000')
      const send = async ({ id, to, amount, shown }: (typeof asked)[number]) => {
        const { http, data } = await harness.call(playerId, 'POST', '/api/app/order/withdraw', {
          payCardBank: to === 'CPF' ? 'CPF' : 'USDT',
          payCardNo: to === 'CPF' ? cpf : addresses[to],
          ifsc: shown,
          name: '',
          amount,
          whatsapp: '',
          requestId: `usdt-at-once-${runs}-${id}`,
        })
        if (http !== 200) refused.add(data['code'])
      }
      await Promise.all([
        ...asked.slice(0, 15).map(send),
        quoteIs('4.0000'),
        settle(harness.deps, [playerId], { settledCents: 10_000 }),
        ...asked.slice(15).map(send),
      ])
      const rows = await rowsOf(playerId)
      expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(rows.length)
      const sum = rows.reduce((all, { amountCents }) => all + amountCents, 0)
      expect(sum).toBeLessThanOrEqual(30_000) // the free money, plus what the stakes have freed
      expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 60_000 - sum, bonusCents: 5_000 })
      for (const { method, payTo, network, rateE4 } of rows) {
        taken.add(network ?? method)
        if (method !== 'USDT') continue
        expect(readUsdtAddress(network as 'TRC20', payTo).ok).toBe(true)
        expect([50_000, 40_000]).toContain(rateE4) // never a rate that only the client named
      }
    }),
    { numRuns: 8, seed: 3102 },
  )
  expect([...taken].toSorted()).toEqual(['CPF', 'ERC20', 'TRC20'])
  expect([...refused]).toEqual(expect.arrayContaining(['request_mismatch']))
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
