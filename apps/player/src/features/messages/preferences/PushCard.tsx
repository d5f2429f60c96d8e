import { Button, Checkbox } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { type Preferences, usePushes } from './use-preferences.ts'

type Quiet = Preferences['quiet']
type Props = { preferences: Preferences; onQuiet: (quiet: Quiet) => void }

/** Ten in the evening to eight in the morning. */
const nightly: Quiet = { fromMinute: 22 * 60, toMinute: 8 * 60 }
const never: Quiet = { fromMinute: 0, toMinute: 0 }

/** Push on this device, enabled by the player; and the quiet hours. */
export function PushCard({ preferences, onQuiet }: Props) {
  const t = useText()
  const { isOn, canBe, changing } = usePushes(preferences.pushKey)
  const isQuiet = preferences.quiet.fromMinute !== preferences.quiet.toMinute
  return (
    <section className="grid gap-8 rounded-18 bg-surface-2 p-14">
      <h2 className="text-14 font-700">{t('messages.notices.device')}</h2>
      <p className="text-13 text-text-2">
        {t(canBe ? 'messages.notices.deviceText' : 'messages.notices.deviceCannot')}
      </p>
      {canBe && (
        <Button
          size="m"
          kind={isOn ? 'secondary' : 'primary'}
          busy={changing.isPending}
          onClick={() => changing.mutate(!isOn)}
        >
          {t(isOn ? 'messages.notices.turnOff' : 'messages.notices.turnOn')}
        </Button>
      )}
      <PushAnswer status={changing.status} data={changing.data} />
      {canBe && (
        <Checkbox checked={isQuiet} onChange={() => onQuiet(isQuiet ? never : nightly)}>
          {t('messages.notices.quiet')}
        </Checkbox>
      )}
    </section>
  )
}

type AnswerProps = { status: 'idle' | 'pending' | 'error' | 'success'; data: 'done' | 'refused' | undefined }

/** Why nothing changed: permission denied, or a failure on the way. */
export function PushAnswer({ status, data }: AnswerProps) {
  const t = useText()
  if (status !== 'error' && data !== 'refused') return null
  return (
    <p role="status" className="text-13 text-text-2">
      {t(status === 'error' ? 'messages.notices.failed' : 'messages.notices.refused')}
    </p>
  )
}
