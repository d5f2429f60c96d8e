import { Segmented, StatusTag } from '@palpite/ui'
import { useState } from 'react'
import { useAddress } from '../../../shared/address.ts'
import { useCommand } from '../../../shared/ask-again.ts'
import { Drawer } from '../../../shared/Drawer.tsx'
import { Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { useMay } from '../../../shared/me.ts'
import { say } from '../../../shared/notices.ts'
import { Pick } from '../../../shared/Pick.tsx'
import { ReasonedAct } from '../../../shared/ReasonedAct.tsx'
import { TextArea } from '../../../shared/TextArea.tsx'
import { useText } from '../../../shared/text.ts'
import { addressesIn, type Studio, studioStateNames, studioStateOf, studioStateTones } from './studio.ts'
import { StudioDay } from './StudioDay.tsx'
import { StudioKeys } from './StudioKeys.tsx'

type Props = { studio: Studio; onClose: () => void }

/** A studio: its place and addresses, keys, days, and whether it or one of its games is suspended. The part is in the address. */
export function StudioDrawer({ studio, onClose }: Props) {
  const t = useText()
  const address = useAddress()
  const mayManage = useMay('studios.manage')
  const parts = [
    { value: 'estudio', label: t('games.column.studio') },
    { value: 'chaves', label: t('studios.part.keys') },
    { value: 'dia', label: t('studios.part.day') },
  ]
  const part = parts.find(({ value }) => value === address.get('parte'))?.value ?? 'estudio'
  return (
    <Drawer title={studio.name} onClose={onClose}>
      <Segmented
        label={t('studios.part.label')}
        options={parts}
        value={part}
        onChange={(next) => address.set({ parte: next === 'estudio' ? '' : next })}
      />
      {part === 'estudio' && <Place studio={studio} />}
      {part === 'estudio' && mayManage && <SuspendStudio studio={studio} />}
      {part === 'estudio' && mayManage && <SetAddresses studio={studio} />}
      {part === 'chaves' && <StudioKeys studio={studio} />}
      {part === 'dia' && <StudioDay studioId={studio.studioId} />}
    </Drawer>
  )
}

function Place({ studio }: { studio: Studio }) {
  const t = useText()
  const format = useFormat()
  const { studioId, baseUrl, addresses, accountCents, games } = studio
  const state = studioStateOf(studio)
  return (
    <Facts
      facts={[
        [t('studios.field.id'), <code key="id">{studioId}</code>],
        [
          t('list.column.state'),
          <StatusTag key="state" tone={studioStateTones[state]}>
            {t(studioStateNames[state])}
          </StatusTag>,
        ],
        [t('studios.field.origin'), baseUrl],
        [
          t('studios.field.addresses'),
          addresses.length === 0 ? t('studios.addresses.any') : addresses.join(', '),
        ],
        [t('games.column.account'), format.money(accountCents)],
        [t('nav.games.name'), format.number(games.length)],
      ]}
    />
  )
}

const WHOLE = ''

/** Suspends the studio or one of its games, or takes it up again. Returns land meanwhile. */
function SuspendStudio({ studio: { studioId, isOpen, games } }: { studio: Studio }) {
  const t = useText()
  const [code, setCode] = useState(WHOLE)
  const suspend = useCommand('POST /api/backoffice/studios/:studioId/suspend')
  const isSuspended =
    code === WHOLE ? !isOpen : (games.find((game) => game.code === code)?.isSuspended ?? false)
  const options = [
    { value: WHOLE, label: t('studios.suspend.whole') },
    ...games.map((game) => ({ value: game.code, label: game.name })),
  ]
  return (
    <section aria-label={t('studios.suspend.title')}>
      <h3 className="mb-6 text-13 font-700">{t('studios.suspend.title')}</h3>
      <ReasonedAct
        hint={t('studios.suspend.hint')}
        button={t(isSuspended ? 'studios.resume.button' : 'studios.suspend.button')}
        isBusy={suspend.isPending}
        send={(reason, answered) =>
          suspend.mutate(
            {
              params: { studioId },
              body: { code: code === WHOLE ? null : code, isSuspended: !isSuspended, reason },
            },
            answered,
          )
        }
        onDone={() => say(t(isSuspended ? 'studios.resume.done' : 'studios.suspend.done'))}
      >
        <Pick label={t('studios.suspend.what')} options={options} value={code} onChange={setCode} />
      </ReasonedAct>
    </section>
  )
}

/** Sets which addresses may call with the studio's keys. */
function SetAddresses({ studio: { studioId, addresses } }: { studio: Studio }) {
  const t = useText()
  const before = addresses.join('\n')
  const [typed, setTyped] = useState(before)
  const set = useCommand('POST /api/backoffice/studios/:studioId/addresses')
  const wanted = addressesIn(typed)
  return (
    <section aria-label={t('studios.addresses.title')}>
      <h3 className="mb-6 text-13 font-700">{t('studios.addresses.title')}</h3>
      <ReasonedAct
        hint={t('studios.addresses.hint')}
        button={t('studios.addresses.button')}
        isBusy={set.isPending}
        isReady={wanted.join('\n') !== before}
        send={(reason, answered) =>
          set.mutate({ params: { studioId }, body: { addresses: wanted, reason } }, answered)
        }
        onDone={() => say(t('studios.addresses.done'))}
      >
        <TextArea
          label={t('studios.field.addresses')}
          hint={t('studios.field.addressesHint')}
          rows={3}
          maxLength={2500}
          value={typed}
          onChange={setTyped}
        />
      </ReasonedAct>
    </section>
  )
}
