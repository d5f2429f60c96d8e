import { StatusTag } from '@palpite/ui'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAddress } from '../../shared/address.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { type Context, paymentNames, stateNames, stateTones } from './context-words.ts'

/** A link or button in a list. */
export const linked = 'font-600 text-info underline-offset-2 hover:underline wrap-anywhere'

type PartProps = { title: string; empty: string; isEmpty: boolean; more?: ReactNode; children: ReactNode }

/** A titled list, or the words for none. */
export function Part({ title, empty, isEmpty, more, children }: PartProps) {
  return (
    <section>
      <div className="mb-6 flex items-baseline justify-between gap-8">
        <h3 className="text-13 font-700">{title}</h3>
        {more}
      </div>
      {isEmpty ? (
        <p className="text-13 text-text-2">{empty}</p>
      ) : (
        <ul className="grid text-13">{children}</ul>
      )}
    </section>
  )
}

/** A row of a list: a name and a figure, each with words below. */
export const row = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-12 border-b border-line py-6 last:border-0'

/** The newest open bets; each opens beside the chat. */
export function OpenBets({ playerId, bets }: { playerId: number; bets: Context['openBets'] }) {
  const t = useText()
  const format = useFormat()
  const address = useAddress()
  if (!bets) return null
  return (
    <Part
      title={t('support.context.bets')}
      empty={t('support.context.noBets')}
      isEmpty={bets.items.length === 0}
      more={
        <Link href={`/apostas?jogador=${playerId}`} className={`text-12 ${linked}`}>
          {t(bets.hasMore ? 'support.context.moreBets' : 'support.context.allBets')}
        </Link>
      }
    >
      {bets.items.map(({ betId, title, legs, stakeCents, potentialReturnCents }) => (
        <li key={betId} className={row}>
          <button
            type="button"
            className={`cursor-pointer text-start ${linked}`}
            onClick={() => address.set({ aposta: betId, ficha: '' })}
          >
            {title}
          </button>
          <span className="font-600">{format.money(stakeCents)}</span>
          <span className="text-12 text-text-2">{t('support.context.legs', { count: legs })}</span>
          <span className="text-end text-12 text-text-2">{format.money(potentialReturnCents)}</span>
        </li>
      ))}
    </Part>
  )
}

/** The newest deposits and withdrawals; each leads to its record. */
export function LastPayments({ payments }: { payments: Context['payments'] }) {
  const t = useText()
  const format = useFormat()
  const mayBooks = useMay('books.read')
  return (
    <Part
      title={t('support.context.payments')}
      empty={t('support.context.noPayments')}
      isEmpty={payments.length === 0}
    >
      {payments.map(({ orderId, kind, state, amountCents, at }) => (
        <li key={orderId} className={row}>
          {mayBooks ? (
            <Link href={`/depositos/pedido?busca=${orderId}`} className={linked}>
              {t(paymentNames[kind])}
            </Link>
          ) : (
            <span>{t(paymentNames[kind])}</span>
          )}
          <span className="text-end font-600">{format.money(amountCents)}</span>
          <span className="text-12 text-text-2">{format.time(at)}</span>
          <span className="text-end">
            <StatusTag tone={stateTones[state]}>{t(stateNames[state])}</StatusTag>
          </span>
        </li>
      ))}
    </Part>
  )
}
