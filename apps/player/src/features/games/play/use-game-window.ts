import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNotice } from '../../../shared/bars/notice.ts'
import { publishHere } from '../../../shared/live.ts'
import { openOverlay, useOpenOverlay } from '../../../shared/overlays.ts'
import { holdForDecision } from '../../../shared/reality-check.ts'
import { refreshUser, useUser } from '../../../shared/use-user.ts'
import { messageOf, postToFrame } from './frame-messages.ts'
import { refreshInPlay } from './in-play.ts'
import { endWhenLeft } from './leave-game.ts'
import { stopGameQuietly } from './stop-game.ts'
import type { FrameState } from './GameWindow.tsx'

/** A page not loaded by then counts as failed; if it loads later it is shown anyway. */
const patienceMs = 30_000

/** A longer round's balance is reloaded while it is open. */
const longMs = 1500

type Options = {
  address: string | undefined
  isDemo: boolean
  onLeave: () => void
  /** Its session ended while the page was suspended: it must be reopened. */
  onReturn: () => void
}

/**
 * Messages between the page and the framed game. The frame reports opened and ended rounds and missing money; it
 * receives news, credits and covering dialogs.
 */
export function useGameWindow(
  frame: RefObject<HTMLIFrameElement | null>,
  { address, isDemo, onLeave, onReturn }: Options,
) {
  const [frameState, setFrameState] = useState<FrameState>('loading')
  const [hasOpenRound, setOpenRound] = useState(false)
  const origin = address === undefined ? '' : new URL(address).origin
  /** The target of messages; undefined before it is loaded. */
  const listening = frameState === 'ready' ? origin : ''
  useEffect(() => {
    if (frameState !== 'loading' || !address) return
    const timer = setTimeout(() => setFrameState('failed'), patienceMs)
    return () => clearTimeout(timer)
  }, [frameState, address])

  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    const message = messageOf(event, { origin, window: frame.current?.contentWindow })
    if (message?.type === 'ready') setFrameState('ready')
    if (message?.type === 'failed') {
      setFrameState('failed')
      // Its studio is unreachable: nobody can play on. An ended session needs no closing.
      if (message.why === 'fault' && !isDemo) void stopGameQuietly()
    }
    if (message?.type === 'leave') onLeave()
    if (message?.type === 'roundOpened') setOpenRound(true)
    if (message?.type === 'insufficientFunds') openOverlay('gameDeposit')
    if (message?.type === 'roundEnded') {
      setOpenRound(false)
      if (!isDemo) void refreshAfterGame()
    }
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onMessage(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  // A cash-out may come at any moment: a dialog over it could cost the player money.
  useEffect(() => (hasOpenRound && !isDemo ? holdForDecision() : undefined), [hasOpenRound, isDemo])

  // A running round: its stake is deducted in the bar too. A short one is reloaded after its end.
  useEffect(() => {
    if (!hasOpenRound || isDemo) return
    const timer = setTimeout(() => void refreshUser(), longMs)
    return () => clearTimeout(timer)
  }, [hasOpenRound, isDemo])

  // Focuses the game so its keys work at once; before that the page title has the focus.
  useEffect(() => {
    const isTaken = document.activeElement?.matches('button, a, input, dialog, dialog *')
    if (frameState === 'ready' && !isTaken) frame.current?.focus()
  }, [frameState, frame])

  const isOwn = address !== undefined && !isDemo
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    if (!isOwn) return
    return endWhenLeft({ onReturn: () => returned() })
  }, [isOwn])

  const notice = useNotice((state) => state.text)
  useEffect(() => {
    if (notice) postToFrame(frame.current, listening, { type: 'notice', text: notice })
  }, [notice, frame, listening])
  const balance = useUser()?.balance
  const lastBalance = useRef(balance)
  useEffect(() => {
    if (lastBalance.current !== undefined && balance !== undefined && balance > lastBalance.current) {
      postToFrame(frame.current, listening, { type: 'balanceChanged' })
    }
    lastBalance.current = balance
  }, [balance, frame, listening])
  const isCovered = useOpenOverlay() !== undefined
  useEffect(
    () => postToFrame(frame.current, listening, { type: 'covered', isCovered }),
    [isCovered, frame, listening],
  )
  return { frameState, hasOpenRound, again: () => setFrameState('loading') }
}

/**
 * Reloads the balance after a result, because game pages get no pushes, and publishes it, which may open the
 * top-up prompt.
 */
async function refreshAfterGame(): Promise<void> {
  const [user] = await Promise.all([refreshUser(), refreshInPlay()])
  if (user.balance !== undefined) {
    publishHere('insBalance', { seq: 0, balance: user.balance, balanceVersion: user.balanceVersion })
  }
}
