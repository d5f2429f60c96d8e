import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { relationWords } from '../../shared/relation-words.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'

export type Held = DataOf<'GET /api/backoffice/commission/held'>['items'][number]

/** Whole cents: what is paid is never rounded up. */
export const centsOfHeld = ({ amountE2 }: Held): number => Math.trunc(amountE2 / 100)

type Props = { held: Held; onClose: () => void }

/** What is held of a pair: released and paid at once, or refused. */
export function HeldDrawer({ held, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <Drawer
      title={format.money(centsOfHeld(held))}
      onClose={onClose}
      footer={<DecideHeld held={held} onDone={onClose} />}
    >
      <Facts
        facts={[
          [t('held.column.earner'), <PlayerLink key="earner" playerId={held.earnerId} />],
          [t('held.column.from'), <PlayerLink key="from" playerId={held.playerId} />],
          [t('held.column.level'), format.number(held.level)],
          [t('held.column.reasons'), relationWords(held.reasons, t)],
          [t('held.column.since'), format.date(held.since)],
        ]}
      />
    </Drawer>
  )
}

type Outcome = 'refuse' | 'release'
const outcomeNames = { refuse: 'held.outcome.refuse', release: 'held.outcome.release' } as const
const outcomes: readonly Outcome[] = ['refuse', 'release']

function DecideHeld({ held: { earnerId, playerId }, onDone }: { held: Held; onDone: () => void }) {
  const t = useText()
  const format = useFormat()
  const { requestId, after } = useRequestId()
  const [outcome, setOutcome] = useState<Outcome>('refuse')
  const decide = useCommand('POST /api/backoffice/commission/decide')
  return (
    <ReasonedAct<DataOf<'POST /api/backoffice/commission/decide'>>
      hint={t('reason.field.min')}
      button={t(outcomeNames[outcome])}
      isBusy={decide.isPending}
      send={(reason, { onSuccess, onError }) =>
        decide.mutate(
          { body: { requestId, earnerId, playerId, outcome, reason } },
          {
            onSuccess,
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={({ paidCents }) => {
        say(
          outcome === 'release'
            ? t('held.release.done', { amount: format.money(paidCents) })
            : t('held.refuse.done'),
        )
        onDone()
      }}
    >
      <Pick
        label={t('held.outcome.label')}
        value={outcome}
        options={outcomes.map((value) => ({ value, label: t(outcomeNames[value]) }))}
        onChange={setOutcome}
      />
    </ReasonedAct>
  )
}
