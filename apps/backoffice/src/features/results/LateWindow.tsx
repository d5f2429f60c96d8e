import { Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import type { DataOf } from '../../shared/api.ts'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay, useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { newRequestId } from '../../shared/request-id.ts'
import { type TextKey, useText } from '../../shared/text.ts'

export type Late = DataOf<'GET /api/backoffice/feeds/waiting'>[number]['late'][number]

const states = {
  decided: 'results.late.decided',
  waits: 'results.state.waits',
  needs_another: 'results.state.needsAnother',
  not_possible: 'results.late.notPossible',
} as const satisfies Record<string, TextKey>

const ways = {
  void: 'results.late.void',
  stands: 'results.late.stands',
} as const satisfies Record<string, TextKey>

const wayOf = ({ isVoid }: { isVoid: boolean }) => (isVoid ? 'void' : 'stands')

/** Bets placed after a goal reported too late: their number, what operators said, and the decision. */
export function LateWindow({ window }: { window: Late }) {
  const t = useText()
  const format = useFormat()
  const mayDecide = useMay('markets.settle')
  const { from, until, bets, stakeCents, words } = window
  return (
    <div className="hairline mb-8 grid gap-10 rounded-11 p-12 text-13">
      <p className="font-600">
        {t('results.window.between', { from: format.time(from), until: format.time(until) })}
      </p>
      <p>
        {t('results.outcome.bets', { count: bets })} · {format.money(stakeCents)}
      </p>
      {words.map((word) => (
        <p key={`${word.operatorId}-${word.saidAt}`} className="text-12 wrap-anywhere text-text-2">
          {t('shell.operator.id', { id: word.operatorId })} · {t(ways[wayOf(word)])}: {word.reason}
        </p>
      ))}
      {mayDecide && <Effects windowId={window.windowId} />}
      {mayDecide && <Decision window={window} />}
    </div>
  )
}

/** What either decision would pay now. */
function Effects({ windowId }: { windowId: number }) {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/lateWindows/:windowId/preview', {
    params: { windowId: String(windowId) },
  })
  if (asked.error) return <p className="text-13 text-loss">{wordsOf(asked.error, t)}</p>
  if (!asked.data) return <Skeleton className="h-120" />
  const { bets, isMore, ifVoid, ifStands } = asked.data
  const of = `${format.number(bets)}${isMore ? '+' : ''}`
  const effects = { void: ifVoid, stands: ifStands }
  return (
    <>
      {(['void', 'stands'] as const).map((way) => (
        <Facts
          key={way}
          title={t(ways[way])}
          facts={[
            [t('results.preview.changed'), `${format.number(effects[way].changed)} / ${of}`],
            [t('results.preview.return'), format.money(effects[way].returnCents)],
            [t('results.preview.paid'), format.money(effects[way].paidCents)],
            [t('results.preview.takenBack'), format.money(effects[way].takenBackCents)],
          ]}
        />
      ))}
    </>
  )
}

/** This operator's word: a second, independent operator has to say the same. */
function Decision({ window: { windowId, words } }: { window: Late }) {
  const t = useText()
  const { operatorId } = useMe()
  const command = useCommand('POST /api/backoffice/lateWindows/:windowId/decide')
  const [requestId, setRequestId] = useState(newRequestId)
  const other = words.findLast((word) => word.operatorId !== operatorId)
  const [way, setWay] = useState<keyof typeof ways>(other ? wayOf(other) : 'void')
  const isOwn = words.some((word) => word.operatorId === operatorId && wayOf(word) === way)
  const isSecond = words.some((word) => word.operatorId !== operatorId && wayOf(word) === way)
  return (
    <ReasonedAct
      hint={t(isOwn ? 'results.state.needsAnother' : 'reason.field.min')}
      button={t(isSecond ? 'results.late.second' : 'results.late.first')}
      isBusy={command.isPending}
      isReady={!isOwn}
      send={(reason, answered) =>
        command.mutate(
          {
            params: { windowId: String(windowId) },
            body: { requestId, isVoid: way === 'void', reason },
          },
          answered,
        )
      }
      onDone={({ state }: { state: keyof typeof states }) => {
        say(t(states[state]), state === 'decided' || state === 'waits' ? 'done' : 'failed')
        setRequestId(newRequestId())
      }}
    >
      <Pick
        label={t('results.late.choice')}
        value={way}
        options={(['void', 'stands'] as const).map((value) => ({ value, label: t(ways[value]) }))}
        onChange={setWay}
      />
    </ReasonedAct>
  )
}
