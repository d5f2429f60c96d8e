import { Button, Icon } from '@palpite/ui'
import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useFrame } from './use-frame.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

type Props = {
  address: string
  /** The PIX code for screen readers; undefined while unknown or expired. */
  code: string | undefined
  onTryAgain: () => void
}

/** The payment page in a frame, or that it is loading or failed, with a remedy. */
export function PaymentFrame({ address, code, onTryAgain }: Props) {
  const t = useText()
  const { frame, attempt, frameState, look, tryAgain } = useFrame(address)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Keeps the focus when the frame is removed: handled before the browser drops it.
    if (frameState === 'failed' && document.activeElement === frame.current) place.current?.focus()
  }, [frameState, frame])
  return (
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-label={t('wallet.payment.frame')}
      className="relative min-h-0 flex-1 outline-none"
    >
      <iframe
        key={attempt}
        ref={frame}
        src={address}
        title={t('wallet.payment.frame')}
        allow="clipboard-write"
        // It may run scripts and submit forms, but neither navigate the app nor open anything.
        sandbox="allow-forms allow-same-origin allow-scripts"
        data-frame={frameState}
        onLoad={look}
        // Hidden until it is ours: an empty frame is white, and an error page has the browser's words.
        className="invisible size-full border-0 data-[frame=shown]:visible"
      />
      <div
        role="status"
        hidden={frameState === 'shown'}
        className="absolute inset-0 flex overflow-y-auto px-24 py-16 text-center hidden:hidden"
      >
        {frameState === 'loading' && (
          <p className="m-auto grid justify-items-center gap-14 text-14 text-text-2">
            <Icon name="spinner-gap-bold" className="spin size-40" />
            {t('wallet.frame.loading')}
          </p>
        )}
        {frameState === 'failed' && (
          <div className="m-auto grid w-full justify-items-center gap-14">
            <Icon name="warning-fill" className="size-40 text-warn" />
            <p className="text-20 font-800 tracking-tighter text-balance">{t('wallet.frame.failed')}</p>
            <p className="text-14 text-text-2 text-pretty">
              {t(code === undefined ? 'wallet.frame.failedText' : 'wallet.frame.failedCode')}
            </p>
            <Button
              block
              kind="secondary"
              size="m"
              onClick={() => {
                tryAgain()
                onTryAgain()
                place.current?.focus() // the button goes
              }}
            >
              {t('app.section.retry')}
            </Button>
            {code !== undefined && <CopyText text={code} label={t('wallet.frame.copy')} />}
          </div>
        )}
      </div>
    </div>
  )
}
