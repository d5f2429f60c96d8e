import type { Calls } from '@palpite/contract'
import { Button, Icon } from '@palpite/ui'
import { useRef } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { callKey, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { queryClient } from '../../../shared/query.ts'
import { shrinkPicture } from '../../../shared/shrink-picture.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { AddressForm } from './AddressForm.tsx'
import { ExposureForm } from './ExposureForm.tsx'

type Check = Calls['GET /api/app/documents/check']['data']
type Side = Check['given'][number]

const sideNames = {
  front: 'account.documents.front',
  back: 'account.documents.back',
  selfie: 'account.documents.selfie',
} as const satisfies Record<Side, TextKey>
const sides = ['front', 'back', 'selfie'] as const

const refusedWords = {
  unreadable: 'account.documents.unreadable',
  expired: 'account.documents.expired',
  other_person: 'account.documents.otherPerson',
  other_face: 'account.documents.otherFace',
  not_live: 'account.documents.notLive',
  not_a_document: 'account.documents.notADocument',
} as const satisfies Record<NonNullable<Check['reason']>, TextKey>

/** Polls while the check is running. */
const askAgainMs = 5000

/** The state of the player's document check; undefined while loading. */
export const useDocumentCheck = (enabled: boolean): Check | undefined =>
  useCall(
    'GET /api/app/documents/check',
    { loading: false },
    { enabled, refetchInterval: ({ state }) => (state.data?.state === 'checking' ? askAgainMs : false) },
  ).data

const keep = (check: Check) =>
  queryClient.setQueryData(
    callKey('GET /api/app/documents/check', { params: undefined, query: undefined }),
    check,
  )

/** Uploads document and selfie picture by picture, and shows the result. */
export function DocumentStep({ check }: { check: Check }) {
  const t = useText()
  const sending = useCommand({
    mutationFn: () => api('POST /api/app/documents/send', { inline: true }),
    onSuccess: keep,
  })
  if (check.state === 'approved')
    return <Line icon="check-circle-fill" words={t('account.documents.approved')} />
  if (check.state === 'checking') return <Line icon="clock-fill" words={t('account.documents.checking')} />
  if (check.asksAddress) return <AddressForm />
  if (check.asksExposure) return <ExposureForm />
  const isComplete = check.given.length === sides.length
  return (
    <section aria-labelledby="documents-title" className="grid gap-10">
      <h3 id="documents-title" className="text-16 font-700">
        {t('account.documents.title')}
      </h3>
      <p className="text-14 text-text-2">{t('account.documents.why')}</p>
      {check.reason !== null && (
        <p role="alert" className="rounded-14 bg-warn-tint p-12 text-14">
          {t(refusedWords[check.reason])}
        </p>
      )}
      <ul className="grid gap-8">
        {sides.map((side) => (
          <Picture key={side} side={side} isGiven={check.given.includes(side)} />
        ))}
      </ul>
      <p role="status" className="text-13 text-text-2">
        {sending.isError
          ? serverMessageOf(sending.error) || t('app.connection.slow')
          : t('account.documents.progress', { count: String(check.given.length) })}
      </p>
      <Button block busy={sending.isPending} disabled={!isComplete} onClick={() => sending.mutate()}>
        {t('account.documents.send')}
      </Button>
    </section>
  )
}

function Line({ icon, words }: { icon: 'check-circle-fill' | 'clock-fill'; words: string }) {
  return (
    <p role="status" className="flex items-center gap-10 rounded-14 bg-surface-2 p-12 text-14">
      <Icon name={icon} className="size-24 shrink-0" />
      {words}
    </p>
  )
}

/** One picture: chosen or taken, shrunk, sent and confirmed. */
function Picture({ side, isGiven }: { side: Side; isGiven: boolean }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const giving = useCommand({
    mutationFn: async (file: File) => {
      const picture = await shrinkPicture(file)
      return api('POST /api/app/documents/picture', { body: { side, picture }, inline: true })
    },
    onSuccess: keep,
  })
  const name = t(sideNames[side])
  const action = t(isGiven ? 'account.documents.replace' : 'account.documents.choose')
  return (
    <li className="hairline grid gap-6 rounded-14 bg-surface-1 p-12">
      <div className="flex items-center gap-10">
        <Icon
          name={isGiven ? 'check-circle-fill' : 'image'}
          className={isGiven ? 'size-24 shrink-0 text-win' : 'size-24 shrink-0 text-text-2'}
        />
        <span className="grid flex-1">
          <span className="text-14 font-600">{name}</span>
          {isGiven && <span className="text-12 text-text-2">{t('account.documents.given')}</span>}
        </span>
        <Button kind="secondary" size="s" busy={giving.isPending} onClick={() => input.current?.click()}>
          {action}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        name={side}
        accept="image/jpeg,image/png,image/webp"
        capture={side === 'selfie' ? 'user' : 'environment'}
        aria-label={name}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // the same photo may be chosen again
          if (file) giving.mutate(file)
        }}
      />
      {giving.isError && (
        <p role="alert" className="text-13 text-loss">
          {serverMessageOf(giving.error) || t('account.documents.failed')}
        </p>
      )}
    </li>
  )
}
