import { useCall } from '../../shared/api/use-call.ts'
import { go } from '../../shared/navigation.ts'
import { hrefOf } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { MenuEntry } from './MenuEntry.tsx'

/** Links to the message centre with the unread count. */
export function MessagesEntry({ current }: { current?: boolean }) {
  const t = useText()
  const { data } = useCall('GET /api/app/messages/unread', { loading: false })
  const count = data ? data.result + data.bonus + data.cashier + data.system : 0
  return (
    <MenuEntry
      icon="envelope-simple-duotone"
      label={t('app.menu.messages')}
      note={count === 0 ? undefined : t('app.menu.unread', { count })}
      current={current ?? false}
      onPress={() => go(hrefOf('gameMess'))}
    />
  )
}
