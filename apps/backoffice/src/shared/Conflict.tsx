import { Button } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useText } from './text.ts'

type Props = {
  title: string
  /** What the version that took over changes, and what the operator's own one does. */
  theirs: ReactNode
  mine: ReactNode
  onRebase: () => void
  onDrop: () => void
}

/** Another version took over while one was edited: both changes side by side, and what to do with the own one. */
export function Conflict({ title, theirs, mine, onRebase, onDrop }: Props) {
  const t = useText()
  return (
    <div role="alert" className="grid gap-12 rounded-14 bg-warn-tint p-14 text-13">
      <p className="font-700">{title}</p>
      <p className="font-600">{t('roles.conflict.theirs')}</p>
      {theirs}
      <p className="font-600">{t('roles.conflict.mine')}</p>
      {mine}
      <Button size="s" onClick={onRebase}>
        {t('roles.conflict.rebase')}
      </Button>
      <Button kind="outline" size="s" onClick={onDrop}>
        {t('roles.conflict.drop')}
      </Button>
    </div>
  )
}
