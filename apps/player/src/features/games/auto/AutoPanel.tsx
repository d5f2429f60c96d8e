import type { ReactNode } from 'react'
import { AutoFields } from './AutoFields.tsx'
import { AutoProgress } from './AutoProgress.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import type { Auto } from './use-auto.ts'

type Props = {
  auto: Auto
  /** A manually started round is open. */
  isLocked?: boolean
  /** Settings of any round: the stake and the game's choices. */
  children: ReactNode
}

/** The panel of automatic play: its settings, or its progress. */
export function AutoPanel({ auto, isLocked = false, children }: Props) {
  if (auto.isRunning) return <AutoProgress state={auto.state} />
  return (
    <>
      <ModeSwitch auto={auto} isLocked={isLocked} />
      {auto.isChosen && !isLocked && <AutoProgress state={auto.state} />}
      {children}
      {auto.isChosen && !isLocked && <AutoFields auto={auto} />}
    </>
  )
}
