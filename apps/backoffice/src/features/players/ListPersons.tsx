import { type ListGround, listGrounds } from '@palpite/contract/backoffice'
import { Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { say } from '../../shared/notices.ts'
import { Pick } from '../../shared/Pick.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { cpfsIn } from './player.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'

export const groundNames = {
  house: 'listed.ground.house',
  regulator: 'listed.ground.regulator',
  systems: 'listed.ground.systems',
  sport: 'listed.ground.sport',
  disorder: 'listed.ground.disorder',
  relative: 'listed.ground.relative',
} as const satisfies Record<ListGround, TextKey>

/** What the server takes in one call. */
const MAX_CPFS = 500
/** Far beyond what the server takes: a browser cuts a longer paste, and nobody would see who was left out. */
const MAX_LETTERS = 100_000

type Props = { onClose: () => void }

/** Lists persons by CPF, each on a line or between commas. */
export function ListPersons({ onClose }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [ground, setGround] = useState<ListGround>('house')
  const { requestId, after } = useRequestId()
  const command = useCommand('POST /api/backoffice/listedPersons/add')
  const { cpfs, wrong } = cpfsIn(typed)
  const isTooLong = cpfs.length > MAX_CPFS
  return (
    <Drawer title={t('listed.add.title')} onClose={onClose}>
      <p className="text-13 text-text-2">{t('listed.add.text')}</p>
      <ReasonedAct
        hint={t('listed.add.hint')}
        button={t('listed.add.button')}
        isBusy={command.isPending}
        isReady={cpfs.length > 0 && !isTooLong && wrong === undefined}
        send={(reason, { onSuccess, onError }) =>
          command.mutate(
            { body: { requestId, cpfs, ground, reason } },
            {
              onSuccess,
              onError: (error) => {
                onError(error)
                after(error)
              },
            },
          )
        }
        onDone={() => {
          say(t('listed.add.done'))
          onClose()
        }}
      >
        <TextArea
          label={t('listed.cpfs.label')}
          hint={
            wrong === undefined
              ? t(isTooLong ? 'listed.cpfs.tooMany' : 'listed.cpfs.hint', { count: cpfs.length })
              : t('listed.cpfs.wrong', { entry: wrong })
          }
          rows={6}
          maxLength={MAX_LETTERS}
          value={typed}
          onChange={setTyped}
        />
        <Pick
          label={t('listed.ground.label')}
          value={ground}
          options={listGrounds.map((value) => ({ value, label: t(groundNames[value]) }))}
          onChange={setGround}
        />
      </ReasonedAct>
    </Drawer>
  )
}

/** Takes a person off the list, by CPF: the list itself does not hold it. */
export function UnlistPerson({ onClose }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const { requestId, after } = useRequestId()
  const command = useCommand('POST /api/backoffice/listedPersons/remove')
  const { cpfs, wrong } = cpfsIn(typed)
  return (
    <Drawer title={t('listed.remove.title')} onClose={onClose}>
      <p className="text-13 text-text-2">{t('listed.remove.text')}</p>
      <ReasonedAct
        hint={t('listed.remove.hint')}
        button={t('listed.remove.button')}
        isBusy={command.isPending}
        isReady={cpfs.length === 1 && wrong === undefined}
        send={(reason, { onSuccess, onError }) =>
          command.mutate(
            { body: { requestId, cpf: cpfs[0] ?? '', reason } },
            {
              onSuccess,
              onError: (error) => {
                onError(error)
                after(error)
              },
            },
          )
        }
        onDone={() => {
          say(t('listed.remove.done'))
          onClose()
        }}
      >
        <Field label={t('listed.cpf.label')}>
          <TextInput
            size="s"
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </ReasonedAct>
    </Drawer>
  )
}
