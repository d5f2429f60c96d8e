import { Segmented } from '@palpite/ui'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'

export type RoomTab = { label: string; shows: () => ReactNode }

/** Tabs below a room's table: who bets, history. */
export function RoomTabs({ tabs }: { tabs: readonly RoomTab[] }) {
  const t = useText()
  const [chosen, choose] = useState('0')
  return (
    <section aria-label={t('rooms.page.more')} className="grid gap-10">
      <Segmented
        label={t('rooms.page.more')}
        value={chosen}
        onChange={choose}
        options={tabs.map(({ label }, at) => ({ value: String(at), label }))}
      />
      {tabs[Number(chosen)]?.shows()}
    </section>
  )
}
