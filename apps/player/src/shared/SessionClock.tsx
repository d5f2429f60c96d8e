import { useFormat } from './format/use-format.ts'
import { useLimitsNow } from './limits.ts'
import { serverNow } from './server-clock.ts'
import { useText } from './text/text.ts'
import { useNow } from './use-now.ts'

/** The time and result of this session, small. Renders nothing until they are known. */
export function SessionClock() {
  const t = useText()
  const format = useFormat()
  useNow() // re-rendered each second, so that each new minute shows
  const { data } = useLimitsNow()
  if (!data) return null
  const { startedAt, netResultCents } = data.session
  return (
    <dl className="flex flex-wrap justify-between gap-x-12 gap-y-2 text-12 text-text-2">
      <div className="flex gap-6">
        <dt>{t('protection.session.time')}</dt>
        <dd className="font-600 text-text">
          <span role="timer">{format.elapsed(serverNow() - Date.parse(startedAt))}</span>
        </dd>
      </div>
      <div className="flex gap-6">
        <dt>{t('protection.session.net')}</dt>
        <dd className="font-600 text-text">{format.signedMoney(netResultCents)}</dd>
      </div>
    </dl>
  )
}
