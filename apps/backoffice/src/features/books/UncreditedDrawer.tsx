import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'

export type Uncredited = DataOf<'GET /api/backoffice/books/uncredited'>['items'][number]

export const whyNames = {
  below_min: 'books.uncredited.belowMin',
  other_token: 'books.uncredited.otherToken',
  no_rate: 'books.uncredited.noRate',
} as const satisfies Record<Uncredited['status'], TextKey>
export const whyTones = { below_min: 'warn', other_token: 'loss', no_rate: 'warn' } as const

const MICROS = 1_000_000

/** Whole tokens with their six places. */
export const tokensOf = ({ micros }: { micros: number }): string => (micros / MICROS).toFixed(6)

type Props = { transfer: Uncredited; onClose: () => void }

/** A transfer on a chain: credited after all, or left as it is. */
export function UncreditedDrawer({ transfer, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const maySettle = useMay('books.settle')
  return (
    <Drawer
      title={tokensOf(transfer)}
      onClose={onClose}
      footer={maySettle && <DecideTransfer transfer={transfer} onDone={onClose} />}
    >
      <Facts
        facts={[
          [t('list.column.player'), <PlayerLink key="player" playerId={transfer.playerId} />],
          [t('list.column.state'), t(whyNames[transfer.status])],
          [t('books.column.network'), transfer.network],
          [t('books.column.hash'), <code key="hash">{transfer.hash}</code>],
          [t('books.column.contract'), <code key="contract">{transfer.contract}</code>],
          [t('books.column.seenAt'), format.time(transfer.seenAt)],
        ]}
      />
    </Drawer>
  )
}

const outcomes = ['leave', 'credit'] as const
const outcomeNames = { credit: 'books.outcome.credit', leave: 'books.outcome.leave' } as const

function DecideTransfer({ transfer, onDone }: { transfer: Uncredited; onDone: () => void }) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('leave')
  const decide = useCommand('POST /api/backoffice/books/uncredited/:id/decide')
  // A transfer of another token cannot be credited, only left as it is.
  const offered = transfer.status === 'other_token' ? outcomes.slice(0, 1) : outcomes
  return (
    <ReasonedAct
      hint={t('reason.field.min')}
      button={t(outcomeNames[outcome])}
      isBusy={decide.isPending}
      send={(reason, { onSuccess, onError }) =>
        decide.mutate(
          { params: { id: String(transfer.id) }, body: { requestId, outcome, reason } },
          {
            onSuccess,
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={() => {
        say(t('books.uncredited.done'))
        onDone()
      }}
    >
      <Pick
        label={t('books.outcome.label')}
        value={outcome}
        options={offered.map((value) => ({ value, label: t(outcomeNames[value]) }))}
        onChange={setOutcome}
      />
    </ReasonedAct>
  )
}
