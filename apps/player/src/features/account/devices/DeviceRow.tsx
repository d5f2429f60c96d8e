import type { Calls } from '@palpite/contract'
import { Button, Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { deviceName, isPhone } from './device-name.ts'

type Session = Calls['GET /api/app/user/sessions']['data']['sessions'][number]

type Props = { session: Session; isThis: boolean; isEnding: boolean; onEnd: () => void }

/** One device with its first and last use; the current one is marked and has the logout. */
export function DeviceRow({ session, isThis, isEnding, onEnd }: Props) {
  const t = useText()
  const format = useFormat()
  const device = deviceName(session.userAgent) ?? t('account.devices.unknown')
  return (
    <li className="hairline flex flex-wrap items-center gap-12 rounded-18 bg-surface-2 p-12">
      <Icon
        name={isPhone(session.userAgent) ? 'device-mobile' : 'desktop'}
        className="size-22 shrink-0 text-brand-text"
      />
      <div className="grid min-w-0 flex-1 gap-2 roomy:basis-3/4">
        <p className="text-14 font-600">{device}</p>
        <p className="text-12 text-text-2">
          {t('account.devices.times', {
            opened: format.dayTime(session.openedAt),
            seen: format.when(session.seenAt),
          })}
        </p>
      </div>
      {isThis ? (
        <StatusTag tone="brand">{t('account.devices.this')}</StatusTag>
      ) : (
        <Button
          size="s"
          kind="secondary"
          aria-label={t('account.devices.endOf', { device })}
          disabled={isEnding}
          onClick={onEnd}
        >
          {t('account.devices.end')}
        </Button>
      )}
    </li>
  )
}
