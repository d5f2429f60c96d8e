import { Sheet, Skeleton } from '@palpite/ui'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { shownKinds } from '../centre/message-kinds.ts'
import { KindPreference } from './KindPreference.tsx'
import { PushCard } from './PushCard.tsx'
import { type Preference, useChangePreferences, usePreferences } from './use-preferences.ts'

/** How each kind of message is delivered, and the quiet hours. */
export function PreferencesSheet() {
  const t = useText()
  const { data, isError, refetch } = usePreferences()
  const changing = useChangePreferences()
  return (
    <Sheet
      desk="panel"
      title={t('messages.notices.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid grid-cols-1 gap-14 px-16 pb-16">
        <p className="text-14 text-text-2">{t('messages.notices.about')}</p>
        {data ? (
          <>
            <PushCard preferences={data} onQuiet={(quiet) => changing.mutate({ kinds: data.kinds, quiet })} />
            {shownKinds.map((kind) => {
              const preference = data.kinds.find((one) => one.kind === kind)
              const change = (changed: Preference) =>
                changing.mutate({
                  kinds: data.kinds.map((one) => (one.kind === kind ? changed : one)),
                  quiet: data.quiet,
                })
              return (
                preference && (
                  <KindPreference
                    key={kind}
                    preference={preference}
                    pushes={data.browsers > 0}
                    onChange={change}
                  />
                )
              )
            })}
          </>
        ) : isError ? (
          <NotLoaded refetch={refetch} />
        ) : (
          <>
            <Skeleton className="h-110" />
            <Skeleton className="h-110" />
            <Skeleton className="h-110" />
          </>
        )}
      </div>
    </Sheet>
  )
}
