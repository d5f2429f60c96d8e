import { Sheet } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { LimitsForm } from './LimitsForm.tsx'
import type { Traded } from './traded.ts'

type Props = {
  fixtures: readonly Traded[]
  /** The fixture that the key `l` means now. */
  chosen: () => string | undefined
}

/** Edits the limits of the match named in the address, and hears the key that chooses it. */
export function LimitsEditor({ fixtures, chosen }: Props) {
  const t = useText()
  const address = useAddress()
  const mayEdit = useMay('prices.keep')
  const edit = () => {
    const fixtureId = chosen()
    if (!mayEdit) say(t('trading.limits.forbidden'), 'failed')
    else if (fixtureId === undefined) say(t('trading.none.chosen'), 'failed')
    else address.set({ limites: fixtureId })
  }
  useShortcuts({ l: edit })
  const fixture = fixtures.find(({ fixtureId }) => fixtureId === address.get('limites'))
  if (!mayEdit || !fixture) return null
  const close = () => address.set({ limites: '' })
  return (
    <Sheet
      title={t('trading.limits.title', { match: fixture.title })}
      closeLabel={t('drawer.close.label')}
      onClose={close}
    >
      <div className="px-16 pt-6 pb-20">
        <LimitsForm key={fixture.fixtureId} now={fixture} onDone={close} />
      </div>
    </Sheet>
  )
}
