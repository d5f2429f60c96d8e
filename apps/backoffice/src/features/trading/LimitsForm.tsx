import { Button, Field, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { bpsOf, typedBps } from '../../shared/amounts.ts'
import type { CallInput } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useLook } from '../../shared/look.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import { limitsOrigin, limitsWords } from './limits-column.tsx'
import type { Traded } from './traded.ts'

type Props = { now: Traded; onDone: () => void }
type Limits = CallInput<'POST /api/backoffice/trading/fixtures/:fixtureId/limits'>['body']['limits']

const MIN_REASON = 3
const [MIN_BPS, WHOLE_BPS] = [100, 10_000] as const

const versionOf = ({ limits }: Traded): number => limits?.version ?? 0

/** Sets the limits of a match, or takes them back, with a reason. Limits that changed meanwhile must be seen first. */
export function LimitsForm({ now, onDone }: Props) {
  const t = useText()
  const mark = useLook().language === 'pt-BR' ? ',' : '.'
  const [seen, setSeen] = useState(versionOf(now))
  const [before, setBefore] = useState(typedBps(now.limits?.beforeStartBps ?? WHOLE_BPS, mark))
  const [inPlay, setInPlay] = useState(typedBps(now.limits?.inPlayBps ?? WHOLE_BPS, mark))
  const [reason, setReason] = useState('')
  const { send, isPending } = useSend(now.fixtureId, seen, onDone)
  const isOutdated = versionOf(now) !== seen
  const isReady = reason.trim().length >= MIN_REASON && !isOutdated && !isPending
  const limits = limitsFrom(before, inPlay)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && limits) send(limits, reason)
  }
  return (
    <form onSubmit={submit} className="grid gap-12">
      <p className="text-13 text-text-2">{t('trading.limits.note')}</p>
      <LimitsNow now={now} isOutdated={isOutdated} onSeen={() => setSeen(versionOf(now))} />
      <ShareField label={t('trading.limits.beforeStart')} typed={before} onType={setBefore} isFirst />
      <ShareField label={t('trading.limits.inPlay')} typed={inPlay} onType={setInPlay} />
      <Field label={t('reason.field.label')} hint={t('trading.reason.hint')}>
        <TextInput
          size="s"
          value={reason}
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Button submit size="s" busy={isPending} disabled={!isReady || !limits}>
        {t('trading.limits.set')}
      </Button>
      {now.limits && (
        <Button
          kind="outline"
          size="s"
          busy={isPending}
          disabled={!isReady}
          onClick={() => send(null, reason)}
        >
          {t('trading.limits.back')}
        </Button>
      )}
    </form>
  )
}

/** A typed share between one and a hundred percent; undefined if it is none. */
function shareFrom(typed: string): number | undefined {
  const bps = bpsOf(typed)
  return bps !== undefined && bps >= MIN_BPS && bps <= WHOLE_BPS ? bps : undefined
}

/** Limits below those of the settings: with both at a hundred percent nothing would be set. */
function limitsFrom(before: string, inPlay: string): Limits {
  const [beforeStartBps, inPlayBps] = [shareFrom(before), shareFrom(inPlay)]
  if (beforeStartBps === undefined || inPlayBps === undefined) return null
  return Math.min(beforeStartBps, inPlayBps) < WHOLE_BPS ? { beforeStartBps, inPlayBps } : null
}

/** Sends limits for those seen. After a refusal the form stays open. */
function useSend(fixtureId: string, version: number, onDone: () => void) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/trading/fixtures/:fixtureId/limits')
  const { requestId, after } = useRequestId(String(version))
  const send = (limits: Limits, reason: string) =>
    command.mutate(
      { params: { fixtureId }, body: { requestId, version, limits, reason } },
      {
        onSuccess: () => {
          say(t(limits === null ? 'trading.limits.backDone' : 'trading.limits.setDone'))
          onDone()
        },
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  return { send, isPending: command.isPending }
}

type NowProps = { now: Traded; isOutdated: boolean; onSeen: () => void }

/** The limits now and whose they are; if they changed while they were edited, how to go on. */
function LimitsNow({ now, isOutdated, onSeen }: NowProps) {
  const t = useText()
  const format = useFormat()
  const words = limitsWords(now, { t, format }) ?? t('trading.limits.plain')
  const origin = limitsOrigin(now, { t, format })
  if (!isOutdated)
    return (
      <p className="grid gap-4 text-13">
        <b>{t('trading.limits.now', { limits: words })}</b>
        {origin && <span className="text-text-2">{origin}</span>}
      </p>
    )
  return (
    <div role="alert" className="grid gap-8 rounded-14 bg-warn-tint p-14 text-13">
      <p className="font-600">{t('trading.limits.outdated', { now: words })}</p>
      {origin && <p>{origin}</p>}
      <Button kind="outline" size="s" onClick={onSeen}>
        {t('trading.limits.goOn')}
      </Button>
    </div>
  )
}

type ShareProps = { label: string; typed: string; onType: (typed: string) => void; isFirst?: boolean }

function ShareField({ label, typed, onType, isFirst = false }: ShareProps) {
  const t = useText()
  const hint = t('trading.limits.hint')
  return (
    <Field label={label} hint={hint} error={shareFrom(typed) === undefined ? hint : undefined}>
      <TextInput
        data-first-focus={isFirst ? true : undefined}
        size="s"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        maxLength={8}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}
