import type { Calls } from '@palpite/contract'
import { Empty, Field, StatusTag, TextInput, type Tone } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useCommissions } from './use-commissions.ts'

type Commission = Calls['GET /api/app/rewards/commissions']['data']['records'][number]

const statuses: Readonly<Record<Commission['status'], { tone: Tone; text: TextKey }>> = {
  waiting: { tone: 'play', text: 'rewards.agent.waiting' },
  paid: { tone: 'win', text: 'rewards.agent.paid' },
  held: { tone: 'neutral', text: 'rewards.agent.held' },
  rejected: { tone: 'loss', text: 'rewards.agent.rejected' },
}

const reasons: Readonly<Record<Commission['reasons'][number], TextKey>> = {
  cpf: 'rewards.agent.because.cpf',
  payer: 'rewards.agent.because.payer',
  payout_key: 'rewards.agent.because.payoutKey',
  device: 'rewards.agent.because.device',
  address: 'rewards.agent.because.address',
}

/** A friend's stake in the example. */
const EXAMPLE_CENTS = 100_000

type Props = {
  level: number | undefined
  /** The first level's rate in basis points, for the example. */
  rateBps: number | undefined
}

/** Commission by day and referred player, for the chosen level and day. */
export function Commissions({ level, rateBps }: Props) {
  const t = useText()
  const format = useFormat()
  const [day, setDay] = useState('')
  const example = rateBps && {
    staked: format.money(EXAMPLE_CENTS),
    earned: format.money(Math.floor((EXAMPLE_CENTS * rateBps) / 10_000)),
  }
  const pages = useCommissions(level, day)
  return (
    <div className="grid grid-cols-1 gap-12">
      <Field label={t('rewards.agent.day')}>
        <TextInput type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </Field>
      <Loaded query={pages} skeleton={['h-60 rounded-14', 'h-60 rounded-14', 'h-60 rounded-14']}>
        {(data) => {
          const records = data.pages.flatMap((page) => page.records)
          if (records.length === 0) {
            return (
              <Empty
                inCard
                icon="coins-duotone"
                title={t('rewards.agent.nothing')}
                text={example ? t('rewards.agent.nothingText', example) : undefined}
              />
            )
          }
          return (
            <>
              <ul className="grid gap-8">
                {records.map((record) => (
                  <CommissionRow key={`${record.day} ${record.level} ${record.name}`} record={record} />
                ))}
              </ul>
              <LoadMore pages={pages} label={t('rewards.list.more')} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

function CommissionRow({ record }: { record: Commission }) {
  const t = useText()
  const format = useFormat()
  const { tone, text } = statuses[record.status]
  return (
    <li className="grid gap-4 rounded-14 bg-surface-2 p-12 text-13">
      <div className="flex items-center justify-between gap-8">
        <span className="text-14 font-600">{record.name}</span>
        <span className="font-700">{format.signedMoney(record.amountE2 / 100)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-8 text-text-2">
        <span>
          {t('rewards.agent.row', {
            day: format.weekDay(`${record.day}T12:00:00`),
            level: record.level,
            staked: format.money(record.settledCents),
          })}
        </span>
        <StatusTag tone={tone}>{t(text)}</StatusTag>
      </div>
      {record.reasons.length > 0 && (
        <p className="text-text-2">
          {t('rewards.agent.because', { why: record.reasons.map((reason) => t(reasons[reason])).join(', ') })}
        </p>
      )}
    </li>
  )
}
