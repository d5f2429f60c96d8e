import type { ReactNode } from 'react'
import { AutoFields } from './AutoFields.tsx'
import { AutoProgress } from './AutoProgress.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import type { Auto } from './use-auto.ts'

type Props = {
  auto: Auto
  /** A round is open that was begun by hand. */
  isLocked?: boolean
  /** What is set before any round, by hand or not: the stake, and what the game asks for. */
  children: ReactNode
}

/** The panel of a game that can play automatically: what is set; while it plays, how it goes. */
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
