import { StatusTag } from '@palpite/ui'
import { Link } from 'wouter'
import { Answered } from '../../shared/Answered.tsx'
import { useAsked } from '../../shared/ask-again.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import {
  breakNames,
  type Context,
  limitNames,
  periodNames,
  productNames,
  useLimitAmount,
} from './context-words.ts'
import { LastPayments, linked, OpenBets, Part, row } from './ContextLists.tsx'

/** What an operator must know of a player to answer; each part leads to its list. Loaded once: each view is audited. */
export function PlayerContext({ playerId }: { playerId: number }) {
  const asked = useAsked(
    'GET /api/backoffice/players/:playerId/context',
    { params: { playerId: String(playerId) } },
    { everyMs: false },
  )
  return (
    <Answered asked={asked} skeleton="h-320">
      {(context) => (
        <div className="grid content-start gap-20">
          <Summary playerId={playerId} context={context} />
          <Rules context={context} />
          <OpenBets playerId={playerId} bets={context.openBets} />
          <LastPayments payments={context.payments} />
        </div>
      )}
    </Answered>
  )
}

function Summary({ playerId, context }: { playerId: number; context: Context }) {
  const t = useText()
  const format = useFormat()
  const { name, vipLevel, cashCents, bonusCents, owedCents, closedAt, harmCase } = context
  return (
    <Facts
      title={name ?? t('support.context.unnamed')}
      facts={[
        [t('list.column.player'), <PlayerLink key="player" playerId={playerId} />],
        ...(closedAt === null ? [] : [[t('closings.column.closedAt'), format.time(closedAt)] as const]),
        [t('players.money.vip'), format.number(vipLevel)],
        [t('players.money.cash'), format.money(cashCents)],
        [t('players.money.bonus'), format.money(bonusCents)],
        ...(owedCents > 0 ? [[t('players.money.owed'), format.money(owedCents)] as const] : []),
        ...(harmCase
          ? [
              [
                t('support.context.case'),
                <Link key="case" href={`/protecao?aberto=${harmCase.caseId}`} className={linked}>
                  {t('support.context.grade', { grade: harmCase.grade })}
                </Link>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

/** Breaks and the player's own limits. */
function Rules({ context: { breaks, limits } }: { context: Context }) {
  const t = useText()
  const format = useFormat()
  const amount = useLimitAmount()
  return (
    <Part
      title={t('support.context.rules')}
      empty={t('support.context.noRules')}
      isEmpty={breaks.length + limits.length === 0}
    >
      {breaks.map(({ kind, product, endsAt }) => (
        <li key={`${kind} ${product} ${endsAt}`} className={row}>
          <StatusTag tone="warn">
            {product === null
              ? t(breakNames[kind])
              : t('support.break.product', { product: t(productNames[product]) })}
          </StatusTag>
          <span className="text-text-2">
            {endsAt === null
              ? t('support.break.forGood')
              : t('support.break.until', { at: format.time(endsAt) })}
          </span>
        </li>
      ))}
      {limits.map(({ kind, period, amount: value }) => (
        <li key={`${kind} ${period}`} className={row}>
          <span>
            {t(limitNames[kind])} · {t(periodNames[period])}
          </span>
          <span className="font-600">{amount(kind, value)}</span>
        </li>
      ))}
    </Part>
  )
}
