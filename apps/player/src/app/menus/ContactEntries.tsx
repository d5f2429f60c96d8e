import { openElsewhere, openMessagingLink, openSupport } from '../../shared/open-support.ts'
import { useText } from '../../shared/text/text.ts'
import { useChannels } from '../../shared/use-channels.ts'
import { MenuEntry } from './MenuEntry.tsx'

/** The last entries of the settings menu: configured links and the support chat. */
export function ContactEntries() {
  const t = useText()
  const { data } = useChannels()
  const { socialLink = null, messagingLink = null } = data ?? {}
  return (
    <>
      {socialLink !== null && (
        <MenuEntry
          icon="instagram-logo-fill"
          label={t('app.menu.social')}
          onPress={() => openElsewhere(socialLink)}
        />
      )}
      {messagingLink !== null && (
        <MenuEntry
          icon="chat-circle-dots-duotone"
          label={t('app.menu.messaging')}
          onPress={() => openMessagingLink(messagingLink)}
        />
      )}
      <MenuEntry icon="headset-duotone" label={t('app.menu.support')} onPress={() => openSupport()} />
    </>
  )
}
