import type { SupportAbout } from '@palpite/contract'
import { Button, Sheet, Skeleton } from '@palpite/ui'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { openElsewhere } from '../../../shared/open-support.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { type Channels, useChannels } from '../../../shared/use-channels.ts'
import { SupportChat } from './SupportChat.tsx'
import { ProviderChat } from './ProviderChat.tsx'
import { hoursText } from './hours-text.ts'

/** Support, from the right: a provider's page if configured, else our own chat. */
export function SupportSheet({ about }: { about?: SupportAbout }) {
  const t = useText()
  const { data, isError, refetch } = useChannels()
  if (data && !data.provider) return <SupportChat about={about} />
  return (
    <Sheet
      side="right"
      title={t('support.page.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      {data?.provider ? (
        <ProviderChat
          provider={data.provider}
          hours={hoursText(t, data.hours)}
          fallback={<OtherWays channels={data} />}
        />
      ) : isError ? (
        <div className="px-16">
          <NotLoaded refetch={refetch} />
        </div>
      ) : (
        <div aria-busy="true" className="grid gap-12 px-16">
          <Skeleton className="h-56 w-240 rounded-18" />
          <Skeleton className="h-56 w-180 justify-self-end rounded-18" />
          <Skeleton className="h-56 w-240 rounded-18" />
        </div>
      )}
    </Sheet>
  )
}

/** If the provider's page fails: messaging app and e-mail, if configured. */
function OtherWays({ channels: { messagingLink, email } }: { channels: Channels }) {
  const t = useText()
  return (
    <div className="grid gap-8">
      {messagingLink !== null && (
        <Button kind="secondary" onClick={() => openElsewhere(messagingLink)}>
          {t('support.ways.messaging')}
        </Button>
      )}
      {email !== null && (
        <a
          href={`mailto:${email}`}
          className="text-center text-14 font-600 text-brand-text underline hover:no-underline"
        >
          {email}
        </a>
      )}
    </div>
  )
}
