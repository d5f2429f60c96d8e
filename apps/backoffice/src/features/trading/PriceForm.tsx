import { Button, Field, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { priceMilliOf } from '../../shared/amounts.ts'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'

type Price = DataOf<'GET /api/backoffice/trading/outcomes/:outcomeId'>
type Props = { now: Price; onDone: () => void }

const MIN_REASON = 3

/** Sets a price by hand, or takes it back, with a reason. A price that changed meanwhile is shown, and must be seen first. */
export function PriceForm({ now, onDone }: Props) {
  const t = useText()
  const [seen, setSeen] = useState(now)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const { send, isPending } = useSend(now.outcomeId, seen.version, onDone)
  const priceMilli = priceMilliOf(typed)
  const { bounds } = now
  const isWithin =
    bounds !== null &&
    priceMilli !== undefined &&
    priceMilli >= bounds.minMilli &&
    priceMilli <= bounds.maxMilli
  const isOutdated = now.version !== seen.version
  const hasReason = reason.trim().length >= MIN_REASON
  const canSet = isWithin && hasReason && !isOutdated
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSet && !isPending) send({ priceMilli, reason })
  }
  return (
    <form onSubmit={submit} className="grid gap-12">
      <PriceNow now={now} />
      {isOutdated && <Outdated seen={seen} now={now} onSeen={() => setSeen(now)} />}
      <PriceField now={now} typed={typed} isWrong={typed !== '' && !isWithin} onType={setTyped} />
      <Field label={t('reason.field.label')} hint={t('trading.reason.hint')}>
        <TextInput
          size="s"
          value={reason}
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Button submit size="s" busy={isPending} disabled={!canSet}>
        {t('trading.price.set')}
      </Button>
      {now.byHand && (
        <Button
          kind="outline"
          size="s"
          busy={isPending}
          disabled={!hasReason || isOutdated}
          onClick={() => send({ priceMilli: null, reason })}
        >
          {t('trading.price.back')}
        </Button>
      )}
    </form>
  )
}

/** Sends an edit of the price seen. After a refusal the form stays open. */
function useSend(outcomeId: string, version: number, onDone: () => void) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/trading/outcomes/:outcomeId/price')
  const { requestId, after } = useRequestId(String(version))
  const send = (edit: { priceMilli: number | null; reason: string }) =>
    command.mutate(
      { params: { outcomeId }, body: { requestId, version, ...edit } },
      {
        onSuccess: () => {
          say(t(edit.priceMilli === null ? 'trading.price.backDone' : 'trading.price.setDone'))
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

/** The price now, and whose it is if it was set by hand. */
function PriceNow({ now: { priceMilli, automaticMilli, byHand } }: { now: Price }) {
  const t = useText()
  const format = useFormat()
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-16 gap-y-4 text-13">
      <dt className="text-text-2">{t('trading.price.now')}</dt>
      <dd className="font-700 tabular-nums">{format.odds(priceMilli)}</dd>
      <dt className="text-text-2">{t('trading.price.automatic')}</dt>
      <dd className="tabular-nums">{format.odds(automaticMilli)}</dd>
      {byHand && (
        <>
          <dt className="text-text-2">{t('trading.column.hand')}</dt>
          <dd>{t('trading.hand.until', { id: byHand.operatorId, until: format.clock(byHand.until) })}</dd>
        </>
      )}
    </dl>
  )
}

type OutdatedProps = { seen: Price; now: Price; onSeen: () => void }

/** The price changed while it was edited: both, and how to go on. */
function Outdated({ seen, now, onSeen }: OutdatedProps) {
  const t = useText()
  const format = useFormat()
  return (
    <div role="alert" className="grid gap-8 rounded-14 bg-warn-tint p-14 text-13">
      <p className="font-600">
        {t('trading.price.outdated', {
          before: format.odds(seen.priceMilli),
          now: format.odds(now.priceMilli),
        })}
      </p>
      <Button kind="outline" size="s" onClick={onSeen}>
        {t('trading.price.goOn')}
      </Button>
    </div>
  )
}

type FieldProps = { now: Price; typed: string; isWrong: boolean; onType: (typed: string) => void }

function PriceField({ now: { bounds, isOpen }, typed, isWrong, onType }: FieldProps) {
  const t = useText()
  const format = useFormat()
  const limits = bounds
    ? t('trading.price.bounds', { min: format.odds(bounds.minMilli), max: format.odds(bounds.maxMilli) })
    : t(isOpen ? 'trading.price.never' : 'trading.price.closed')
  return (
    <Field label={t('trading.price.label')} hint={limits} error={isWrong ? limits : undefined}>
      <TextInput
        data-first-focus
        size="s"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        maxLength={8}
        disabled={bounds === null}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}
