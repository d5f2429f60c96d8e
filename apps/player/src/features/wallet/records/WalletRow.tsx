import { Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openSupport } from '../../../shared/open-support.ts'
import { useText } from '../../../shared/text/text.ts'
import { ContinuePayment } from './ContinuePayment.tsx'
import { PromisedLine } from './PromisedLine.tsx'
import { noteOf, recordStateOf, type WalletRecord } from './record-state.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

/**
 * A top-up (10) or withdrawal (11): amount, state, time, and its number to copy. An unpaid one links to its payment.
 */
export function WalletRow({ record }: { record: WalletRecord }) {
  const t = useText()
  const format = useFormat()
  const { orderId, type, status, amountCents, feeCents, method, payTo, usdt, at } = record
  const isTopUp = type === '10'
  const { tone, icon, text } = recordStateOf(record)
  const note = noteOf(record)
  const isCredited = isTopUp && status === '10'
  // A failed one moved no money, so it has no sign.
  const isVoid = status === '01' || status === '-01'
  return (
    <li className="hairline relative flex min-h-72 items-center gap-12 roomy:flex-wrap rounded-18 bg-surface-1 has-[[data-opens-row]:active]:bg-surface-2 py-10 ps-12 pe-4">
      <span
        data-in={isTopUp || undefined}
        className="grid size-40 shrink-0 place-items-center rounded-11 bg-surface-3 text-text-2 data-in:bg-win-tint data-in:text-win"
      >
        <Icon name={isTopUp ? 'arrow-down-left' : 'arrow-up-right'} className="size-22" />
      </span>
      <div className="grid min-w-0 flex-1 gap-4 roomy:min-w-180">
        <p className="flex flex-wrap items-center gap-x-8 gap-y-2 text-14 font-600">
          <span>{t(isTopUp ? 'wallet.records.topUp' : 'wallet.records.withdrawal')}</span>
          <StatusTag tone={tone} icon={icon}>
            {t(text)}
          </StatusTag>
        </p>
        <p className="text-12 text-text-2">
          {t('wallet.records.by', {
            method: method === 'TRANSFER' ? t('wallet.transfer.method') : method,
            when: format.when(at),
          })}
          {feeCents > 0 && ` · ${t('wallet.records.fee', { fee: format.money(feeCents) })}`}
        </p>
        {payTo !== null && (
          <p className="text-12 text-text-2 wrap-anywhere">
            {t(isTopUp ? 'wallet.transfer.from' : 'wallet.records.payTo', { to: payTo })}
            {usdt && ` · ${t('wallet.records.usdt', usdtWords(usdt, format))}`}
          </p>
        )}
        {note && <p className="text-12 text-text-2">{t(note)}</p>}
        {usdt?.hash && <TransactionLine hash={usdt.hash} />}
        <PromisedLine record={record} />
        {isTopUp && (status === '00' || status === '99') && (
          <ContinuePayment orderId={orderId} amountCents={amountCents} />
        )}
        <button
          type="button"
          aria-label={t('support.about.askOf', { id: orderId })}
          onClick={() => openSupport({ about: { kind: 'payment', id: orderId } })}
          className="tap relative flex cursor-pointer items-center gap-4 justify-self-start text-start text-12 text-text-2 underline underline-offset-2 hover:text-text"
        >
          {t('support.about.help')}
        </button>
      </div>
      <p
        data-credited={isCredited || undefined}
        data-void={isVoid || undefined}
        className="text-end text-14 font-700 tracking-tight whitespace-nowrap data-credited:text-win data-void:text-text-3 roomy:flex-1"
      >
        {isVoid ? format.money(amountCents) : format.signedMoney(isTopUp ? amountCents : -amountCents)}
      </p>
      <CopyText bare text={orderId} label={t('wallet.records.copy')} />
    </li>
  )
}

/** The transaction hash on the chain; shortened, copied whole. */
function TransactionLine({ hash }: { hash: string }) {
  const t = useText()
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-12 text-text-2">
      {t('wallet.records.hash', { hash: `${hash.slice(0, 8)}…${hash.slice(-6)}` })}
      <CopyText bare text={hash} label={t('wallet.records.copyHash')} />
    </p>
  )
}

type Usdt = NonNullable<WalletRecord['usdt']>
const usdtWords = ({ amount, rate, network }: Usdt, format: ReturnType<typeof useFormat>) => ({
  amount: format.usdt(Number(amount)),
  rate: format.rate(Number(rate)),
  network,
})
