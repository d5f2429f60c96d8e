import { Button, Icon } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'
import type { Captcha } from './use-captcha.ts'

/** Plays the beeps to count, at once and again on request, until an answer uses them up. */
export function CaptchaSound({ captcha }: { captcha: Captcha }) {
  const t = useText()
  const play = usePlayer(captcha.address)
  return (
    <Button
      kind="secondary"
      className="w-188 shrink-0"
      busy={captcha.address === undefined && !captcha.hasFailed}
      onClick={captcha.hasFailed ? captcha.refresh : play}
    >
      <Icon name="speaker-high" className="size-20" />
      {t(captcha.hasFailed ? 'account.captcha.failed' : 'account.captcha.again')}
    </Button>
  )
}

/** Plays a sound when loaded, stops on unmount, and returns a replay function. */
function usePlayer(address: string | undefined): () => void {
  const player = useRef<HTMLAudioElement>(undefined)
  useEffect(() => {
    if (address === undefined) return
    const audio = new Audio(address)
    player.current = audio
    start(audio)
    return () => audio.pause()
  }, [address])
  return () => {
    if (player.current) start(player.current)
  }
}

/** From the start. A browser may refuse autoplay; the button still works. */
const start = (audio: HTMLAudioElement): void => {
  audio.currentTime = 0
  void audio.play().catch(() => undefined)
}
