import { Button, Icon } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'
import type { Captcha } from './use-captcha.ts'

/** Plays the beeps to count, at once and as often as one likes: the same ones, until an answer uses them up. */
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

/** Plays a sound as soon as it is there, stops with the component, and answers how to hear it again. */
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

/** From its beginning. A browser may refuse to play by itself; the button is still there to be pressed. */
const start = (audio: HTMLAudioElement): void => {
  audio.currentTime = 0
  void audio.play().catch(() => undefined)
}
