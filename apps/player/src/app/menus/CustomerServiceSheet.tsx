import { Sheet, Skeleton } from '@palpite/ui'
import { NotLoaded } from '../../shared/Loaded.tsx'
import { go } from '../../shared/navigation.ts'
import { openMessagingLink, openSupport } from '../../shared/open-support.ts'
import { closeOverlay } from '../../shared/overlays.ts'
import { helpHref } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { useChannels } from '../../shared/use-channels.ts'
import { MenuEntry } from './MenuEntry.tsx'

/** Every configured support channel. */
export function CustomerServiceSheet() {
  const t = useText()
  const { data, isError, refetch } = useChannels()
  return (
    <Sheet title={t('app.menu.support')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-2 px-8 pb-8">
        <MenuEntry icon="headset-duotone" label={t('support.ways.chat')} onPress={() => openSupport()} />
        {data?.messagingLink && (
          <MenuEntry
            icon="chat-circle-dots-duotone"
            label={t('support.ways.messaging')}
            onPress={() => openMessagingLink(data.messagingLink ?? '')}
          />
        )}
        {data?.email && (
          <MenuEntry
            icon="envelope-simple-duotone"
            label={t('support.ways.email')}
            note={data.email}
            onPress={() => window.location.assign(`mailto:${data.email}`)}
          />
        )}
        <MenuEntry icon="info-fill" label={t('support.ways.help')} onPress={() => go(helpHref('help'))} />
        {!data && (isError ? <NotLoaded refetch={refetch} /> : <Skeleton className="h-48" />)}
      </div>
    </Sheet>
  )
}
